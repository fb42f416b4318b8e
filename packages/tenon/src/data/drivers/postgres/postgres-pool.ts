import { databaseClosed, DatabaseUnavailable, wasBusy } from '../../database/database-error.ts'
import type { PoolUsage } from '../../database/database.ts'
import type { DatabaseValue, Rows, Statement } from '../../database/statement.ts'
import { transactionLeftOpen } from '../../database/transaction/transaction.ts'
import { findServer } from './servers/find-server.ts'
import { PostgresConnection, type PostgresConnectionOptions } from './postgres-connection.ts'
import { withUnknownOutcome } from './postgres-error.ts'
import { WaitQueue } from './wait-queue.ts'

/** The purpose of a connection. Everything that may wait for a locked row is a write. */
type Purpose = Statement['access']

/** The size of a pool, and how long to wait for one of its connections. */
export interface PostgresPoolOptions {
  /** The maximum number of connections for reads, and the same for writes. */
  readonly size: number
  readonly waitTimeoutMs: number
}

/** A connection of the pool, until it is released. */
export interface PooledConnection {
  readonly connection: PostgresConnection
  /** Releases the connection. If it is lost or still in a transaction, it is closed. */
  release(): void
}

/**
 * The connections for work that needs a separate connection: model queries, writes, transactions, raw SQL.
 *
 * Reads and writes wait in separate queues, and a few connections are reserved for each of them. So writes
 * that all wait for one row do not block reads, and slow searches do not block writes.
 */
export class PostgresPool {
  readonly #options: PostgresConnectionOptions
  readonly #size: number
  readonly #limit: number
  readonly #open = new Set<PostgresConnection>()
  readonly #idle: IdleConnection[] = []
  readonly #taken: Record<Purpose, number> = { read: 0, write: 0 }
  readonly #queues: Readonly<Record<Purpose, WaitQueue<PostgresConnection>>>
  #connecting = 0
  #idleTimer: NodeJS.Timeout | undefined
  #closing: PromiseWithResolvers<void> | undefined

  constructor(options: PostgresConnectionOptions, { size, waitTimeoutMs }: PostgresPoolOptions) {
    this.#options = options
    this.#size = size
    this.#limit = size + Math.min(size, RESERVED)
    const timeout = (busyMs: number): DatabaseUnavailable =>
      busyMs > 0 ? wasBusy(busyMs) : allBusy(size, waitTimeoutMs)
    const waitLimit = { timeoutMs: waitTimeoutMs, timeout }
    this.#queues = { read: new WaitQueue(waitLimit), write: new WaitQueue(waitLimit) }
  }

  /** Runs a cached statement. */
  run(statement: Statement, parameters: readonly DatabaseValue[]): Promise<Rows> {
    return this.use(statement.access, (connection) => connection.runAlone(statement, parameters))
  }

  /** Waits for a connection. */
  async take(purpose: Purpose): Promise<PooledConnection> {
    const connection = this.#takeIdle(purpose) ?? (await this.#wait(purpose))
    return { connection, release: () => this.#release(connection, purpose) }
  }

  /** Runs `work` on a separate connection. Throws `E_TRANSACTION_OPEN` if `work` leaves a transaction open. */
  async use<Result>(
    purpose: Purpose,
    work: (connection: PostgresConnection) => Promise<Result>,
  ): Promise<Result> {
    const connection = this.#takeIdle(purpose) ?? (await this.#wait(purpose))
    try {
      const result = await work(connection)
      if (connection.isInTransaction) throw transactionLeftOpen()
      return result
    } catch (error) {
      throw purpose === 'write' ? withUnknownOutcome(error) : error
    } finally {
      this.#release(connection, purpose)
    }
  }

  /** Includes connections that are being opened. */
  get usage(): PoolUsage {
    const open = this.#open.size
    const waiting = this.#queues.read.length + this.#queues.write.length
    return { name: 'pool', limit: this.#limit, open, busy: open - this.#idle.length, waiting }
  }

  /** Waits for the answers to sent statements, then closes. */
  close(): Promise<void> {
    if (this.#closing !== undefined) return this.#closing.promise
    this.#closing = Promise.withResolvers()
    clearTimeout(this.#idleTimer)
    for (const queue of Object.values(this.#queues)) queue.failAll(databaseClosed())
    for (const { connection } of this.#idle.splice(0)) this.#discard(connection)
    this.#resolveWhenEmpty()
    return this.#closing.promise
  }

  /** Closes without waiting for the server. */
  destroy(): void {
    for (const connection of this.#open) connection.destroy()
  }

  #takeIdle(purpose: Purpose): PostgresConnection | undefined {
    if (this.#closing !== undefined) throw databaseClosed()
    if (this.#taken[purpose] === this.#size) return undefined
    const connection = this.#popIdle()
    if (connection !== undefined) this.#taken[purpose]++
    return connection
  }

  #popIdle(): PostgresConnection | undefined {
    for (;;) {
      const idle = this.#idle.pop()
      if (idle === undefined || !idle.connection.isBeforeFailover) return idle?.connection
      idle.connection.leave()
    }
  }

  #wait(purpose: Purpose): Promise<PostgresConnection> {
    const connection = this.#queues[purpose].wait()
    this.#connectForWaiting()
    return connection
  }

  #release(connection: PostgresConnection, purpose: Purpose): void {
    this.#taken[purpose]--
    const isReusable = connection.isUsable && !connection.isInTransaction
    if (isReusable && !connection.isOutdated) this.#offer(connection)
    else if (isReusable) connection.leave()
    else this.#discard(connection)
    this.#connectForWaiting()
  }

  /** Passes a connection to the caller that has waited longest, among those whose purpose is below its limit. */
  #offer(connection: PostgresConnection): void {
    if (this.#closing !== undefined) return this.#discard(connection)
    const purpose = this.#next()
    if (purpose === undefined) return this.#keep(connection)
    this.#taken[purpose]++
    this.#queues[purpose].serve(connection)
  }

  #next(): Purpose | undefined {
    const read = this.#canServe('read') ? this.#queues.read.since : Infinity
    const write = this.#canServe('write') ? this.#queues.write.since : Infinity
    if (read === Infinity && write === Infinity) return undefined
    return read < write ? 'read' : 'write'
  }

  #canServe(purpose: Purpose): boolean {
    return this.#queues[purpose].length > 0 && this.#taken[purpose] < this.#size
  }

  /** Opens as many connections as the waiting callers may use, up to the limit. */
  #connectForWaiting(): void {
    if (this.#closing !== undefined) return
    const missing = this.#servable('read') + this.#servable('write') - this.#connecting
    const count = Math.min(missing, this.#limit - this.#open.size)
    for (let i = 0; i < count; i++) void this.#connect()
  }

  #servable(purpose: Purpose): number {
    return Math.min(this.#queues[purpose].length, this.#size - this.#taken[purpose])
  }

  async #connect(): Promise<void> {
    this.#connecting++
    const found = await findServer(this.#options, (connection) => {
      this.#open.add(connection)
      connection.onceClosed(() => this.#forget(connection))
    })
    this.#connecting--
    if (found instanceof PostgresConnection) return this.#offer(found)

    const purpose = this.#next()
    if (purpose !== undefined) this.#queues[purpose].fail(found)
    this.#connectForWaiting()
  }

  #keep(connection: PostgresConnection): void {
    this.#idle.push({ connection, since: performance.now() })
    this.#idleTimer ??= setTimeout(() => this.#closeIdle(), KEPT_IDLE_MS).unref()
  }

  /**
   * Closes the connections that have been idle for long. They are first in the list, because the last one is reused.
   */
  #closeIdle(): void {
    this.#idleTimer = undefined
    const before = performance.now() - KEPT_IDLE_MS
    const count = this.#idle.filter(({ since }) => since <= before).length
    for (const { connection } of this.#idle.splice(0, count)) this.#discard(connection)
    const [first] = this.#idle
    if (first === undefined) return
    this.#idleTimer = setTimeout(() => this.#closeIdle(), first.since - before).unref()
  }

  #discard(connection: PostgresConnection): void {
    if (connection.isUsable) void connection.end()
    else connection.destroy()
  }

  #forget(connection: PostgresConnection): void {
    this.#open.delete(connection)
    const at = this.#idle.findIndex((idle) => idle.connection === connection)
    if (at >= 0) this.#idle.splice(at, 1)
    this.#connectForWaiting()
    this.#resolveWhenEmpty()
  }

  #resolveWhenEmpty(): void {
    if (this.#open.size === 0) this.#closing?.resolve()
  }
}

interface IdleConnection {
  readonly connection: PostgresConnection
  readonly since: number
}

/** How many connections are reserved for reads, and the same for writes. */
const RESERVED = 2
const KEPT_IDLE_MS = 60_000

function allBusy(size: number, timeoutMs: number): DatabaseUnavailable {
  return new DatabaseUnavailable(
    'overloaded',
    `All ${size} connections of the PostgreSQL pool were busy for ${timeoutMs} ms`,
  )
}
