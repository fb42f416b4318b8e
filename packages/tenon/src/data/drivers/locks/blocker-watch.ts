import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'

/** A PostgreSQL session that holds a lock which another session waits for. */
export interface Blocker {
  readonly pid: number
  readonly application: string
  /** `active`, `idle in transaction` and so on. */
  readonly state: string
  /** How long its transaction has been open. */
  readonly seconds: number
}

/**
 * Polls over another connection which sessions block a session, until the watch is disposed.
 *
 * Polling is necessary because PostgreSQL tells the blockers only while the session waits.
 */
export class BlockerWatch implements AsyncDisposable {
  readonly #database: Database
  readonly #intervalMs: number
  readonly #end = new AbortController()
  /** Runs the queries of the watch outside of the transaction that it watches. */
  readonly #outside = AsyncLocalStorage.snapshot()
  #looking: Promise<void> | undefined
  #blockers: readonly Blocker[] = []

  constructor(database: Database, intervalMs: number) {
    this.#database = database
    this.#intervalMs = intervalMs
  }

  get hasBegun(): boolean {
    return this.#looking !== undefined
  }

  /** The blockers seen last. */
  get blockers(): readonly Blocker[] {
    return this.#blockers
  }

  begin(pid: number): void {
    this.#looking = this.#outside(() => this.#look(pid))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#end.abort()
    await this.#looking
  }

  async #look(pid: number): Promise<void> {
    const { signal } = this.#end
    try {
      for (;;) {
        await delay(this.#intervalMs, undefined, { signal })
        const found = await this.#database.query<Blocker>(blockersOf(pid))
        if (found.length > 0) this.#blockers = found
      }
    } catch {
      // The watch is disposed, or no connection is available. The migration does not depend on it.
    }
  }
}

/** Describes a blocker, so that you can find it. */
export function describeBlocker({ pid, application, state, seconds }: Blocker): string {
  const name = application === '' ? '' : ` (${application})`
  return `session ${pid}${name}, ${state}, whose transaction is ${seconds} s old`
}

/** Leaves out the statements of the blockers, because they may contain values. */
const blockersOf = (pid: number) => sql`
  select pid, application_name as application, coalesce(state, 'unknown') as state,
    coalesce(extract(epoch from clock_timestamp() - xact_start), 0)::int as seconds
  from pg_stat_activity where pid = any (pg_blocking_pids(${pid})) order by pid`
