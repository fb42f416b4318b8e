import type { Database } from '../../../data/database/database.ts'
import { sql, type Sql } from '../../../data/database/sql.ts'
import type { Clock } from '../../lease/clock.ts'
import { toNow } from '../../lease/store-clock.ts'
import type { QueueRateRow } from '../tables/queue-rate-table.ts'
import { type JobRate, readBucket } from './rate-bucket.ts'

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
