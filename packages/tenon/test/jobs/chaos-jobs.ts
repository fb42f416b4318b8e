import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { currentDatabase } from '../../src/data/database/current-database.ts'
import { sql } from '../../src/data/database/sql.ts'
import { job, type AnyJob } from '../../src/jobs.ts'
import { disk } from '../../src/storage.ts'
import { variantsJob } from '../../src/work/files/variants-job.ts'
import { deliverMailJob } from '../../src/work/smtp/send-mail-job.ts'

const numbered = z.object({ n: z.number() })

/** Writes its number in the transaction that ends it. A second effect would be a second row. */
export const exact = job('exact', numbered)
  .transactional()
  .queue('exact')
  .attempts(100)
  .backoff('50ms')
  .run(async ({ n }) => {
    await note('exact', n)
    await delay(1 + (n % 7)) // time: a job takes a while
  })

/** Works for longer, and writes its number outside of any transaction: at least once. */
export const repeated = job('repeated', numbered)
  .perKey(({ n }) => n % 5, { atATime: 3 })
  .attempts(100)
  .backoff('50ms')
  .run(async ({ n }) => {
    await delay(5 + (n % 40)) // time: a job takes a while
    await note('repeated', n)
  })

/** Of each key, few start in a time. */
export const rated = job('rated', numbered)
  .perKey(({ n }) => n % 3, { limit: 40, per: '1s' })
  .transactional()
  .attempts(100)
  .backoff('50ms')
  .run(({ n }) => note('rated', n))

/** Only the last number of those that wait is wanted. */
export const latest = job('latest', numbered)
  .unique(() => 'one', { replace: true })
  .attempts(100)
  .backoff('50ms')
  .run(({ n }) => note('latest', n))

/** A part of a batch, and what follows when all parts are done. */
export const part = job('part', numbered)
  .attempts(100)
  .backoff('50ms')
  .run(({ n }) => note('part', n))

export const whole = job('whole', numbered)
  .transactional()
  .attempts(100)
  .backoff('50ms')
  .run(({ n }) => note('whole', n))

/** Kills its process. */
export const poison = job('poison', numbered)
  .attempts(3)
  .run(() => {
    process.kill(process.pid, 'SIGKILL')
  })

/** Each picture has a small one. */
export const photos = disk('photos', { types: ['image/*'], variants: { small: { width: 10 } } })

/** Our own jobs ask again after seconds and hours; here, what is away comes back at once. */
const soon = (each: AnyJob): AnyJob => ({
  '~settings': { ...each['~settings'], attempts: 100, backoffMs: 50, maxBackoffMs: 1000 },
})

export const chaosJobs: readonly AnyJob[] = [
  exact,
  repeated,
  rated,
  latest,
  part,
  whole,
  poison,
  ...[deliverMailJob, variantsJob].map(soon),
]

async function note(kind: string, n: number): Promise<void> {
  await currentDatabase().query(sql`insert into effects (kind, n) values (${kind}, ${n})`)
}
