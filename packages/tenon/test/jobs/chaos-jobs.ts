import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { currentDatabase } from '../../src/data/database/current-database.ts'
import { sql } from '../../src/data/database/sql.ts'
import { job } from '../../src/jobs.ts'

const numbered = z.object({ n: z.number() })

/** Writes its number in the transaction that ends it. A second effect would be a second row. */
export const exact = job('exact', numbered, async ({ n }) => {
  await currentDatabase().query(sql`insert into effects (kind, n) values ('exact', ${n})`)
  await delay(1 + (n % 7))
})
  .transactional()
  .attempts(100)
  .backoff('50ms')

/** Works for longer, and writes its number outside of any transaction: at least once. */
export const repeated = job('repeated', numbered, async ({ n }) => {
  await delay(5 + (n % 40))
  await currentDatabase().query(sql`insert into effects (kind, n) values ('repeated', ${n})`)
})
  .attempts(100)
  .backoff('50ms')

/** Kills its process. */
export const poison = job('poison', numbered, () => {
  process.kill(process.pid, 'SIGKILL')
}).attempts(3)

export const chaosJobs = [exact, repeated, poison]
