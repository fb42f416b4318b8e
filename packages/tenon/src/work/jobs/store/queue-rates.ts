import type { Database } from '../../../data/database/database.ts'
import { sql, type Sql } from '../../../data/database/sql.ts'
import type { Clock } from '../../lease/clock.ts'
import { toNow } from '../../lease/store-clock.ts'
import type { QueueRateRow } from '../tables/queue-tables.ts'

/** How many jobs may start in a time. */
export interface JobRate {
  readonly limit: number
  readonly perMs: number
}

/** How many jobs were claimed, and how long until the queue may start more. */
export interface RatedClaim {
  readonly count: number
  readonly waitMs: number
}

/**
 * Limits how many jobs of a queue start, on all machines together, with one row per queue that holds its bucket.
 */
export class QueueRates {
  readonly #database: Database
  readonly #clock: Clock | undefined

  constructor(database: Database, clock?: Clock) {
    this.#database = database
    this.#clock = clock
  }

  /** Claims as many jobs as the rate and `want` allow. `claim` returns how many there were. */
  claim(
    queue: string,
    rate: JobRate,
    claim: (limit: number) => Promise<number>,
  ): Promise<RatedClaim> {
    return this.#database.transaction(async () => {
      const { allowed, waitMs, emptyAfter } = readBucket(rate, await this.#lock(queue))
      if (allowed < 1) return { count: 0, waitMs }

      const count = await claim(allowed)
      await this.#database.query(sql`
        update tenon_queue_rates set empty_at = ${emptyAfter(count)}
        where queue = ${queue}`)
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
  /** How long until the first one may start that may not now. */
  readonly waitMs: number
  /** When the bucket is empty after some more jobs. */
  readonly emptyAfter: (count: number) => number
}

/**
 * Reads a leaky bucket (GCRA), which is stored as the time at which it is empty. A burst of `limit` may start at once.
 *
 * Multiplies before it divides: 1000 / (1000 / 30) is less than 30. A time between two milliseconds becomes one of both
 * at random, by how near it is: always the later one would make 500 of 700 jobs in a second, which begin every 1.43 ms.
 */
export function readBucket(
  { limit, perMs }: JobRate,
  { emptyAt, now }: { readonly emptyAt: number; readonly now: number },
): RateBucket {
  const start = Math.max(emptyAt, now)
  const room = (now + perMs - start) * limit
  const allowed = Math.floor(room / perMs)
  return {
    allowed,
    waitMs: ((Math.max(allowed, 0) + 1) * perMs - room) / limit,
    emptyAfter: (count) => start + Math.floor((count * perMs) / limit + Math.random()),
  }
}
