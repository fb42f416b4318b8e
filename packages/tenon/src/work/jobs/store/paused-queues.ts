import type { Database } from '../../../data/database/database.ts'
import { sql } from '../../../data/database/sql.ts'
import { toNow } from '../../lease/store-clock.ts'
import type { QueueRateRow } from '../tables/queue-tables.ts'
import { JOB_CHANNEL } from './channels.ts'

/** A queue that starts no jobs. */
export interface PausedQueue {
  readonly queue: string
  readonly since: Date
}

/** The paused queues. Each claim checks for them, so a pause takes effect with the next claim. */
export class PausedQueues {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  async pause(queue: string): Promise<void> {
    const now = toNow(this.#database.dialect, undefined)
    await this.#database.query(sql`
      insert into tenon_queue_rates (queue, empty_at, paused_at) values (${queue}, 0, ${now})
      on conflict (queue) do update
        set paused_at = coalesce(tenon_queue_rates.paused_at, excluded.paused_at)`)
  }

  async resume(queue: string): Promise<void> {
    await this.#database.query(
      sql`update tenon_queue_rates set paused_at = null where queue = ${queue}`,
    )
    await this.#database.afterCommit(() => this.#database.wake(JOB_CHANNEL))
  }

  async list(): Promise<readonly PausedQueue[]> {
    const rows = await this.#database.query<Pick<QueueRateRow, 'queue' | 'paused_at'>>(sql`
      select queue, paused_at from tenon_queue_rates where paused_at is not null order by queue`)
    return rows.map(({ queue, paused_at }) => ({ queue, since: new Date(paused_at ?? 0) }))
  }
}
