import type { Database } from '../../../data/database/database.ts'
import { sql, type Sql } from '../../../data/database/sql.ts'
import type { Clock } from '../../lease/clock.ts'
import { toNow } from '../../lease/store-clock.ts'
import type { QueueRateRow } from '../tables/queue-tables.ts'

/** How many jobs may start in a period. */
export interface JobRate {
  readonly limit: number
  readonly perMs: number
}

/** How many jobs were claimed, and how many milliseconds until the queue may start more. */
export interface RatedClaim {
  readonly count: number
  readonly waitMs: number
}

/** Limits how many jobs of a queue start, on all machines together. One row per queue holds its bucket. */
export class QueueRates {
  readonly #database: Database
  readonly #clock: Clock | undefined

  constructor(database: Database, clock?: Clock) {
    this.#database = database
    this.#clock = clock
  }

  /** Claims as many jobs as the rate allows. `claim` gets that limit, and returns how many jobs it has claimed. */
  claim(
    queue: string,
    rate: JobRate,
    claim: (limit: number) => Promise<number>,
  ): Promise<RatedClaim> {
    return this.#database.transaction(async () => {
      const { allowed, waitMs, isCapped, emptyAfter } = readBucket(rate, await this.#lock(queue))
      if (allowed < 1 && !isCapped) return { count: 0, waitMs }

      const count = allowed < 1 ? 0 : await claim(allowed)
      await this.#database.query(sql`
        update tenon_queue_rates set empty_at = ${emptyAfter(count)}
        where queue = ${queue}`)
      if (allowed < 1) return { count, waitMs }
      return { count, waitMs: count < allowed ? Infinity : waitMs }
    })
  }

  /** Locks the row of a queue until the transaction ends. */
  async #lock(queue: string): Promise<{ emptyAt: number; now: number }> {
    const [row] = await this.#database.query<QueueRateRow & { now: number }>(sql`
      insert into tenon_queue_rates (queue, empty_at) values (${queue}, 0)
      on conflict (queue) do update set empty_at = tenon_queue_rates.empty_at
      returning queue, empty_at, ${this.#now} as now`)
    return { emptyAt: row?.empty_at ?? 0, now: row?.now ?? 0 }
  }

  get #now(): Sql {
    return toNow(this.#database.dialect, this.#clock)
  }
}

/** What a rate allows now. */
export interface RateBucket {
  /** How many jobs may start now. */
  readonly allowed: number
  /** How many milliseconds until one more job may start. */
  readonly waitMs: number
  /** Whether the stored time was later than the rate allows, so that the corrected one must be stored. */
  readonly isCapped: boolean
  /** The time at which the bucket is empty if `count` jobs start now. */
  readonly emptyAfter: (count: number) => number
}

/**
 * Reads a leaky bucket (GCRA), stored as the time at which it is empty. A burst of `limit` jobs may start at once.
 *
 * Multiplies before it divides: 1000 / (1000 / 30) is less than 30. Rounds a fraction of a millisecond up or down at
 * random, in proportion to the fraction. If it always rounded up, 700 jobs per second, one every 1.43 ms, would become
 * 500.
 *
 * If `emptyAt` is later than the rate allows, a clock was ahead, or the rate was lower. It then counts as a full bucket.
 */
export function readBucket(
  { limit, perMs }: JobRate,
  { emptyAt, now }: { readonly emptyAt: number; readonly now: number },
): RateBucket {
  const latest = now + perMs
  const start = Math.min(Math.max(emptyAt, now), latest)
  const room = (latest - start) * limit
  const allowed = Math.floor(room / perMs)
  return {
    allowed,
    isCapped: emptyAt > latest,
    waitMs: ((Math.max(allowed, 0) + 1) * perMs - room) / limit,
    emptyAfter: (count) => start + Math.floor((count * perMs) / limit + Math.random()),
  }
}
