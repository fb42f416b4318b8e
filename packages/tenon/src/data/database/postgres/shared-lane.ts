import type { PoolUsage } from '../database.ts'
import { databaseClosed, DatabaseUnavailable } from '../database-error.ts'
import type { DatabaseValue, Rows, Statement } from '../statement.ts'
import { PostgresConnection, type PostgresConnectionOptions } from './postgres-connection.ts'
import { withUnknownOutcome } from './postgres-error.ts'
import type { PostgresPool } from './postgres-pool.ts'

/**
 * The connections that statements by key share, pipelined: what is sent first is answered first.
 *
 * Pipelining makes a statement up to two fifths cheaper, but it waits for those sent before it. So
 * nothing is sent behind one that has been running for long. A statement that waits for a lock gives
 * up its place, through the `lock_timeout` of these connections; since it has changed nothing, it runs
 * again on the pool. And a statement whose answer was slow, for whatever reason, goes to the pool for
 * the next second.
 *
 * A connection is opened on demand, which also replaces a lost one.
 */
export class SharedLane {
  readonly #options: PostgresConnectionOptions
  readonly #pool: PostgresPool
  readonly #open: PostgresConnection[] = []
  /** Slow statements, and until when they go to the pool. */
  readonly #slow = new WeakMap<Statement, number>()
  #isClosed = false

  constructor(options: PostgresConnectionOptions, pool: PostgresPool) {
    const client = { ...options.client, lock_timeout: LOCK_TIMEOUT_MS }
    this.#options = { ...options, client, isShared: true }
    this.#pool = pool
  }

  /** Runs a cached statement that touches rows by their keys. */
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
      const mayBeDone = statement.access === 'write' && connection.wasConnected
      throw mayBeDone ? withUnknownOutcome(error) : error
    }
  }

  /** `waiting` counts statements that were sent behind another one that is not answered yet. */
  get usage(): PoolUsage {
    const pending = this.#open.map((connection) => connection.pending)
    const busy = pending.filter((count) => count > 0).length
    const waiting = pending.reduce((sum, count) => sum + count, 0) - busy
    return { name: 'shared', limit: MOST_CONNECTIONS, open: pending.length, busy, waiting }
  }

  /** Waits for the answers to what was sent, then closes. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#open.map((connection) => connection.end()))
  }

  /** Closes without waiting for a server that does not answer. */
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

  /** Picks the connection with the fewest pending statements among those that are not held up. */
  #pick(): PostgresConnection | undefined {
    let idlest: PostgresConnection | undefined
    for (const connection of this.#open) {
      if (connection.runningMs > LONGEST_MS || connection.pending >= MOST_PENDING) continue
      if (idlest === undefined || connection.pending < idlest.pending) idlest = connection
    }
    const isFree = idlest !== undefined && idlest.pending === 0
    return isFree || this.#open.length === MOST_CONNECTIONS ? idlest : this.#connect()
  }

  #connect(): PostgresConnection {
    const connection = new PostgresConnection(this.#options)
    connection.onceClosed(() => this.#remove(connection))
    connection.connect().catch(() => this.#remove(connection))
    this.#open.push(connection)
    return connection
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

/** An answer that takes longer than this, including the wait for those before it, is slow. */
const SLOW_MS = 50

/** How long a slow statement goes to the pool. */
const AVOIDED_MS = 1000

/**
 * Whether a lock prevented the statement from running, or from being prepared for those sent behind
 * it; or its table has changed.
 */
function isNotDone(error: unknown): boolean {
  if (!(error instanceof DatabaseUnavailable)) return false
  return error.reason === 'locked' || error.reason === 'schema-changed'
}
