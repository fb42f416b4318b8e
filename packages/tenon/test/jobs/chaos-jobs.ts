import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { currentDatabase } from '../../src/data/database/current-database.ts'
import { sql } from '../../src/data/database/sql.ts'
import { job } from '../../src/jobs.ts'

const numbered = z.object({ n: z.number() })

/** Writes its number in the transaction that ends it. A second effect would be a second row. */
export const exact = job('exact', numbered)
  .transactional()
  .queue('exact')
  .attempts(100)
  .backoff('50ms')
  .run(async ({ n }) => {
    await currentDatabase().query(sql`insert into effects (kind, n) values ('exact', ${n})`)
    await delay(1 + (n % 7)) // time: a job takes a while
  })

/** Works for longer, and writes its number outside of any transaction: at least once. */
export const repeated = job('repeated', numbered)
  .perKey(({ n }) => n % 5, { atATime: 3 })
  .attempts(100)
  .backoff('50ms')
  .run(async ({ n }) => {
    await delay(5 + (n % 40)) // time: a job takes a while
    await currentDatabase().query(sql`insert into effects (kind, n) values ('repeated', ${n})`)
  })

/** Only the last number of those that wait is wanted. */
export const latest = job('latest', numbered)
  .unique(() => 'one', { replace: true })
  .attempts(100)
  .backoff('50ms')
  .run(async ({ n }) => {
    await currentDatabase().query(sql`insert into effects (kind, n) values ('latest', ${n})`)
  })

/** Kills its process. */
export const poison = job('poison', numbered)
  .attempts(3)
  .run(() => {
    process.kill(process.pid, 'SIGKILL')
  })

export const chaosJobs = [exact, repeated, latest, poison]
