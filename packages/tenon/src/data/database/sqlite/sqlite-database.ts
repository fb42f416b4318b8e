import { setTimeout as delay } from 'node:timers/promises'
import { type MaybePromise, whenReady } from '../../support/maybe-promise.ts'
import { findTransaction } from '../database-context.ts'
import { databaseClosed, DatabaseUnavailable } from '../database-error.ts'
import type { Database, PoolUsage, TransactionOptions } from '../database.ts'
import { toRecords } from '../records.ts'
import type { CompiledSql, Sql } from '../sql.ts'
import type { DatabaseValue, KeyLookup, Row, Rows, Statement } from '../statement.ts'
import { LentConnection, type IdleLimit } from '../transaction/lent-connection.ts'
import { runTransaction } from '../transaction/run-transaction.ts'
import { transactionLeftOpen } from '../transaction/transaction.ts'
import { Turns, type TurnLimit } from '../turns.ts'
import { GroupCommit } from './group-commit.ts'
import type { SqliteConnection } from './sqlite-connection.ts'
import { isLocked } from './sqlite-error.ts'
import { SqliteTransactionConnection } from './sqlite-transaction-connection.ts'

/** How a database in SQLite is made up. */
export interface SqliteDatabaseParts {
  readonly description: string
  readonly writer: SqliteConnection
  /** Opens the connection that reads beside a transaction; a database in memory has none. */
  readonly openReader: (() => SqliteConnection) | undefined
  readonly lockTimeoutMs: number
  readonly idleLimit: IdleLimit
  /** Whether each write waits for the disk, together with those of the same moment. */
  readonly durability: 'normal' | 'full'
}

/**
 * An SQLite database: one connection that writes, and one that reads while it is in a transaction.
 *
 * Calls are synchronous on the event loop, where a statement takes microseconds. The turn is taken
 * for as long as something asynchronous uses the writer: a transaction, or the wait for another
 * process's lock. While it is taken, writes of other contexts queue for it, and their reads go to
 * the reader, which sees what was committed. A database in memory exists once per connection and so
 * has no reader: there reads queue as well.
 */
export class SqliteDatabase implements Database {
  readonly dialect = 'sqlite'
  readonly description: string
  readonly #writer: SqliteConnection
  readonly #openReader: (() => SqliteConnection) | undefined
  readonly #lockTimeoutMs: number
  readonly #idleLimit: IdleLimit
  readonly #turns = new Turns()
  readonly #turnLimit: TurnLimit
  readonly #groupCommit: GroupCommit | undefined
  #reader: SqliteConnection | undefined
  #isClosed = false
  #closing: Promise<void> | undefined

  constructor(parts: SqliteDatabaseParts) {
    this.description = parts.description
    this.#writer = parts.writer
    this.#openReader = parts.openReader
    this.#lockTimeoutMs = parts.lockTimeoutMs
    this.#idleLimit = parts.idleLimit
    this.#turnLimit = { timeoutMs: parts.lockTimeoutMs, timeout: () => this.#tookTooLong() }
    this.#groupCommit =
      parts.durability === 'full'
        ? new GroupCommit(this.#writer, (work) => this.#inTurn(work))
        : undefined
  }

  run(statement: Statement, parameters: readonly DatabaseValue[]): MaybePromise<Rows> {
    const transaction = findTransaction(this)
    if (transaction !== undefined) {
      return transaction.use((connection) => connection.run(statement, parameters))
    }
    if (this.#groupCommit !== undefined && statement.access === 'write') {
      return this.#groupCommit.run(statement, parameters)
    }
    return this.#outside(statement.access, (connection) => connection.run(statement, parameters))
  }

  lookup({ one }: KeyLookup, key: DatabaseValue): MaybePromise<Row | undefined> {
    if (findTransaction(this) === undefined) {
      return this.#outside(one.access, (connection) => connection.first(one, [key]))
    }
    return whenReady(this.run(one, [key]), ({ rows }) => rows[0])
  }

  execute(statement: CompiledSql): MaybePromise<Rows> {
    const transaction = findTransaction(this)
    if (transaction !== undefined) {
      return transaction.use((connection) => connection.query(statement))
    }
    const access = READ.test(statement.sql) ? 'read' : 'write'
    return this.#outside(access, (connection) =>
      alone(connection, () => connection.query(statement)),
    )
  }

  async query<Record extends object>(fragment: Sql): Promise<Record[]> {
    const statement = fragment.compile('sqlite')
    return toRecords<Record>(await this.execute(statement))
  }

  async script(sql: string): Promise<void> {
    const transaction = findTransaction(this)
    if (transaction !== undefined) return transaction.use((connection) => connection.script(sql))
    await this.#inTurn(() => alone(this.#writer, () => this.#writer.script(sql)))
  }

  transaction<Result>(
    body: () => Promise<Result>,
    options: TransactionOptions = {},
  ): Promise<Result> {
    return runTransaction(this, () => this.#begin(), body, options)
  }

  async afterCommit(callback: () => MaybePromise<void>): Promise<void> {
    const transaction = findTransaction(this)
    if (transaction === undefined) await callback()
    else transaction.afterCommit(callback)
  }

  /** SQLite answers at once or not at all, so the time limit of the interface has no use here. */
  async ping(): Promise<void> {
    if (this.#isClosed) throw databaseClosed()
    const connection = this.#turns.isTaken ? this.#readerIfAny() : this.#writer
    connection?.query({ sql: 'select 1 from sqlite_schema limit 1', parameters: [] })
  }

  /** Statements take no time that another could see, so a reader is never found at work. */
  pools(): readonly PoolUsage[] {
    const open = this.#isClosed ? 0 : 1
    const busy = this.#turns.isTaken ? 1 : 0
    const writer = { name: 'writer', limit: 1, open, busy, waiting: this.#turns.waiting }
    if (this.#openReader === undefined) return [writer]
    const reader = { name: 'reader', limit: 1, open: this.#reader === undefined ? 0 : open }
    return [writer, { ...reader, busy: 0, waiting: 0 }]
  }

  /** A transaction that does not come to its end is rolled back by SQLite. */
  close(): Promise<void> {
    return (this.#closing ??= this.#closeInTurn())
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  /** Works outside any transaction: at once where the writer is free, beside it where that will do. */
  #outside<Result>(
    access: Statement['access'],
    work: (connection: SqliteConnection) => Result,
  ): MaybePromise<Result> {
    if (this.#isClosed) throw databaseClosed()
    const connection = this.#turns.isTaken ? this.#besides(access) : this.#writer
    if (connection === undefined) return this.#inTurn(() => work(this.#writer))
    try {
      return work(connection)
    } catch (error) {
      if (!isLocked(error)) throw error
      return this.#inTurn(() => work(this.#writer))
    }
  }

  #besides(access: Statement['access']): SqliteConnection | undefined {
    return access === 'read' ? this.#readerIfAny() : undefined
  }

  #readerIfAny(): SqliteConnection | undefined {
    this.#reader ??= this.#openReader?.()
    return this.#reader
  }

  async #begin(): Promise<LentConnection> {
    const deadline = this.#deadline()
    await this.#turns.take(this.#turnLimit)
    try {
      await this.#retryWhileLocked(() => this.#writer.exec('begin immediate'), deadline)
      const release = () => this.#turns.release()
      const connection = new SqliteTransactionConnection(this.#writer, release)
      return new LentConnection(connection, this.#idleLimit)
    } catch (error) {
      this.#turns.release()
      throw error
    }
  }

  async #inTurn<Result>(work: () => Result): Promise<Result> {
    const deadline = this.#deadline()
    await this.#turns.take(this.#turnLimit)
    try {
      return await this.#retryWhileLocked(work, deadline)
    } finally {
      this.#turns.release()
    }
  }

  /** Until when a call waits, for its turn and for the lock together. */
  #deadline(): number {
    return performance.now() + this.#lockTimeoutMs
  }

  /**
   * Waits for another process's lock without blocking the event loop; tries once even when the time
   * has passed in waiting for the turn.
   */
  async #retryWhileLocked<Result>(work: () => Result, deadline: number): Promise<Result> {
    if (this.#isClosed) throw databaseClosed()
    for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      try {
        return work()
      } catch (error) {
        if (!isLocked(error) || performance.now() + pauseMs > deadline) throw error
        await delay(pauseMs)
      }
    }
  }

  async #closeInTurn(): Promise<void> {
    await this.#turns.take(this.#turnLimit).catch(() => {})
    this.#closeConnections()
    this.#turns.release()
  }

  #closeConnections(): void {
    this.#isClosed = true
    this.#reader?.close()
    try {
      this.#writer.exec('pragma optimize')
    } catch {
      // Fresh statistics are a courtesy to the next start: a full or locked disk may refuse them.
    }
    this.#writer.close()
  }

  #tookTooLong(): DatabaseUnavailable {
    return new DatabaseUnavailable(
      'locked',
      `A transaction kept "${this.description}" from being written for more than ${this.#lockTimeoutMs} ms`,
    )
  }
}

/** Lets raw SQL leave no transaction open, into which whoever comes next would write. */
function alone<Result>(connection: SqliteConnection, work: () => Result): Result {
  try {
    const result = work()
    if (connection.isInTransaction) throw transactionLeftOpen()
    return result
  } finally {
    if (connection.isInTransaction) connection.exec('rollback')
  }
}

const LONGEST_PAUSE_MS = 25

/** Raw SQL that cannot write; what is not recognised only has to wait its turn. */
const READ = /^\s*(select|values|explain|with(?![\s\S]*\b(insert|update|delete|replace)\b))\b/i
