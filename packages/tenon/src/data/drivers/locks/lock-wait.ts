import { toMs, type Duration } from '../../../base/support/duration.ts'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../../../base/log/log.ts'
import { SetupError } from '../../../base/support/setup-error.ts'
import { DatabaseUnavailable } from '../../database/database-error.ts'
import type { Database } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { type Blocker, BlockerWatch, describeBlocker } from './blocker-watch.ts'
import { withMigrationLock } from './migration-lock.ts'

/** How a migration waits for tables that other transactions have locked. */
export interface LockWaitOptions {
  /** Receives warnings about the sessions that block a migration. Default: no warnings. */
  readonly log?: Pick<Log, 'warn'> | undefined
  /**
   * How long one statement of a migration waits for a lock on PostgreSQL. Default `1s`; if the role has a
   * shorter `lock_timeout`, that one applies.
   *
   * Every other statement on the table queues behind the waiting statement, so your requests can stall
   * for this time.
   */
  readonly lockTimeout?: Duration
  /** How long a migration is retried before it fails. Default `60s`. */
  readonly lockWait?: Duration
}

/**
 * Runs transactions under the migration lock, and retries a transaction that has waited too long for a
 * table. Between attempts it holds no lock, so the statements that queued behind it can run.
 */
export class LockWait {
  readonly #database: Database
  readonly #log: Pick<Log, 'warn'> | undefined
  readonly #lockTimeoutMs: number
  readonly #lockWaitMs: number

  constructor(database: Database, { log, lockTimeout = '1s', lockWait = '1m' }: LockWaitOptions) {
    this.#database = database
    this.#log = log
    this.#lockTimeoutMs = toMs(lockTimeout, 'lockTimeout')
    this.#lockWaitMs = toMs(lockWait, 'lockWait')
  }

  /** Throws `E_MIGRATION_BLOCKED` if a table stays locked. */
  async run<Result>(body: () => Promise<Result>): Promise<Result> {
    // SQLite has one lock for the whole database, and `begin immediate` takes it.
    if (this.#database.dialect === 'sqlite') return withMigrationLock(this.#database, body)

    const giveUpAt = performance.now() + this.#lockWaitMs
    for (;;) {
      await using watch = new BlockerWatch(this.#database, this.#lockTimeoutMs / 4)
      try {
        return await this.#tryOnce(watch, body)
      } catch (error) {
        if (!watch.hasBegun || !isLocked(error)) throw error
        if (performance.now() > giveUpAt) throw blocked(watch.blockers, error)
        this.#log?.warn('A migration waits for a lock and will be retried', {
          blockers: watch.blockers,
        })
      }
      await delay(this.#lockTimeoutMs / 2)
    }
  }

  #tryOnce<Result>(watch: BlockerWatch, body: () => Promise<Result>): Promise<Result> {
    return withMigrationLock(this.#database, async () => {
      const [row] = await this.#database.query<{ pid: number }>(limitLockWait(this.#lockTimeoutMs))
      if (row !== undefined) watch.begin(row.pid)
      return body()
    })
  }
}

/** Sets `lock_timeout` until the end of the transaction, and returns the session's process id. */
const limitLockWait = (timeoutMs: number) => sql`
  select pg_backend_pid() as pid, set_config('lock_timeout',
    case when setting::int between 1 and ${timeoutMs} then setting else ${String(timeoutMs)} end, true)
  from pg_settings where name = 'lock_timeout'`

function isLocked(error: unknown): boolean {
  return error instanceof DatabaseUnavailable && error.reason === 'locked'
}

function blocked(blockers: readonly Blocker[], cause: unknown): SetupError {
  const who = blockers.map(describeBlocker).join(' and by ') || 'another session'
  return new SetupError(
    'E_MIGRATION_BLOCKED',
    `A table that it changes is locked by ${who}. End that transaction, then run the migration again.`,
    { cause },
  )
}
