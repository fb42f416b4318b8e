import type { PoolUsage } from '../../database/database.ts'
import {
  databaseClosed,
  DatabaseUnavailable,
  type UnavailableReason,
} from '../../database/database-error.ts'
import type { DatabaseValue, Rows, Statement } from '../../database/statement.ts'
import { findServer } from './servers/find-server.ts'
import { PostgresConnection, type PostgresConnectionOptions } from './postgres-connection.ts'
import { withUnknownOutcome } from './postgres-error.ts'
import type { PostgresPool } from './postgres-pool.ts'

/**
 * The connections that statements by key share. The statements are pipelined: the server answers them in
 * the order in which they were sent.
 *
 * Pipelining makes a statement up to two fifths cheaper, but a statement waits for those sent before it.
 * So nothing is sent behind a statement that has been running for long. If a statement waits for a lock,
 * the `lock_timeout` of these connections cancels it; it has changed nothing, so it runs again on the
 * pool. If the answer to a statement was slow, for any reason, the statement uses the pool for a second.
 *
 * Connections are opened on demand; a lost connection is replaced in the same way.
 */
export class SharedLane {
  readonly #options: PostgresConnectionOptions
  readonly #pool: PostgresPool
  readonly #open: PostgresConnection[] = []
  /** Slow statements, and the time until which they use the pool. */
  readonly #slow = new WeakMap<Statement, number>()
  #connecting = 0
  #isClosed = false

  constructor(options: PostgresConnectionOptions, pool: PostgresPool) {
    const client = { ...options.client, lock_timeout: LOCK_TIMEOUT_MS }
    this.#options = { ...options, client, isShared: true }
    this.#pool = pool
  }

  /** Runs a cached statement that uses rows by their keys. */
  async run(statement: Statement, parameters: readonly DatabaseValue[]): Promise<Rows> {
    if (this.#isClosed) throw databaseClosed()
    const sentAt = performance.now()
    const connection = this.#isSlow(statement, sentAt) ? undefined : this.#pick()
    if (connection === undefined) return this.#pool.run(statement, parameters)
    try {
      const rows = await connection.run(statement, parameters)
      if (performance.now() - sentAt > SLOW_MS) this.#avoid(statement)
      return rows
    } catch (error) {
      if (isNotDone(error)) return this.#runOnPool(statement, parameters)
      throw statement.access === 'write' ? withUnknownOutcome(error) : error
    }
  }

  /** The current usage. `waiting` counts statements that were sent behind one that is not answered yet. */
  get usage(): PoolUsage {
    const pending = this.#open.map((connection) => connection.pending)
    const busy = pending.filter((count) => count > 0).length
    const waiting = pending.reduce((sum, count) => sum + count, 0) - busy
    return { name: 'shared', limit: MOST_CONNECTIONS, open: pending.length, busy, waiting }
  }

  /** Waits for the answers to sent statements, then closes. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#open.map((connection) => connection.end()))
  }

  /** Closes without waiting for the server. */
  destroy(): void {
    for (const connection of this.#open) connection.destroy()
  }

  #runOnPool(statement: Statement, parameters: readonly DatabaseValue[]): Promise<Rows> {
    this.#avoid(statement)
    return this.#pool.run(statement, parameters)
  }

  #avoid(statement: Statement): void {
    this.#slow.set(statement, performance.now() + AVOIDED_MS)
  }

  #isSlow(statement: Statement, now: number): boolean {
    const until = this.#slow.get(statement)
    if (until === undefined || now < until) return until !== undefined
    this.#slow.delete(statement)
    return false
  }

  /**
   * Picks the connection with the fewest pending statements; ignores those with a long-running or too many statements.
   */
  #pick(): PostgresConnection | undefined {
    this.#leaveOutdated()
    let idlest: PostgresConnection | undefined
    for (const connection of this.#open) {
      if (connection.runningMs > LONGEST_MS || connection.pending >= MOST_PENDING) continue
      if (idlest === undefined || connection.pending < idlest.pending) idlest = connection
    }
    const isFree = idlest !== undefined && idlest.pending === 0
    if (!isFree && this.#open.length + this.#connecting < MOST_CONNECTIONS) void this.#connect()
    return idlest
  }

  /** Opens a connection in the background; statements do not wait for it. */
  async #connect(): Promise<void> {
    this.#connecting += 1
    const found = await findServer(this.#options, (connection) => {
      connection.onceClosed(() => this.#remove(connection))
    })
    this.#connecting -= 1
    if (!(found instanceof PostgresConnection)) return
    if (this.#isClosed) found.leave()
    else this.#open.push(found)
  }

  /** Closes outdated connections after the answers to their statements, and sends nothing more over them. */
  #leaveOutdated(): void {
    for (const connection of this.#open.filter(({ isOutdated }) => isOutdated)) {
      this.#remove(connection)
      void connection.end()
    }
  }

  #remove(connection: PostgresConnection): void {
    const at = this.#open.indexOf(connection)
    if (at >= 0) this.#open.splice(at, 1)
  }
}

const MOST_CONNECTIONS = 2
const MOST_PENDING = 200

/** How long a statement may run before nothing more is sent behind it. */
const LONGEST_MS = 20
const LOCK_TIMEOUT_MS = 15

/** An answer that takes longer than this, including the wait for earlier answers, is slow. */
const SLOW_MS = 50

/** How long a slow statement uses the pool. */
const AVOIDED_MS = 1000

/**
 * Whether the statement changed nothing and can run again on the pool: it waited for a lock, its table
 * has changed, or the server refuses writes, and another server may accept them.
 */
function isNotDone(error: unknown): boolean {
  if (!(error instanceof DatabaseUnavailable)) return false
  return NOT_DONE.has(error.reason)
}

const NOT_DONE: ReadonlySet<UnavailableReason> = new Set(['locked', 'schema-changed', 'readonly'])
