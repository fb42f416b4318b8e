import { setTimeout as delay } from 'node:timers/promises'
import { type MaybePromise, whenReady } from '../../../base/support/maybe-promise.ts'
import { ChangeLog } from '../../database/changes/change-log.ts'
import { findTransaction } from '../../database/current-database.ts'
import { databaseClosed, DatabaseUnavailable } from '../../database/database-error.ts'
import type { Database, PoolUsage, TransactionOptions } from '../../database/database.ts'
import { type Listener, Notices } from '../../database/notices/notices.ts'
import { type CompiledSql, type Sql, toRecords } from '../../database/sql.ts'
import {
  type DatabaseValue,
  type KeyLookup,
  type Row,
  type Rows,
  type Statement,
} from '../../database/statement.ts'
import { LeasedConnection, type IdleLimit } from '../../database/transaction/leased-connection.ts'
import { runTransaction } from '../../database/transaction/run-transaction.ts'
import { transactionLeftOpen } from '../../database/transaction/transaction.ts'
import { Mutex, type AcquireLimit } from '../../database/mutex.ts'
import { GroupCommit } from './group-commit.ts'
import type { SqliteConnection } from './sqlite-connection.ts'
import { isLocked } from './sqlite-error.ts'
import { SqliteTransactionConnection } from './sqlite-transaction-connection.ts'
import { watchVersion } from './version-watch.ts'

export interface SqliteDatabaseParts {
  readonly name: string | undefined
  readonly description: string
  readonly writer: SqliteConnection
  /** Opens the connection that reads while a transaction is open; `undefined` for an in-memory database. */
  readonly openReader: (() => SqliteConnection) | undefined
  readonly lockTimeoutMs: number
  readonly idleLimit: IdleLimit
  /** Whether each write waits for the disk. */
  readonly durability: 'normal' | 'full'
}

/**
 * An SQLite database: one connection that writes, and one that reads while a transaction is open.
 *
 * Statements run synchronously on the event loop, because a statement takes only microseconds. The mutex
 * is locked while something asynchronous uses the writer: a transaction, or the wait for another
 * process's lock. Meanwhile, writes of other contexts wait for the mutex, and their reads use the reader,
 * which sees what was committed. An in-memory database has only one connection, so its reads wait too.
 */
export class SqliteDatabase implements Database {
  readonly dialect = 'sqlite'
  readonly name: string | undefined
  readonly description: string
  readonly hears: Database['hears']
  readonly changes = new ChangeLog()
  readonly #writer: SqliteConnection
  readonly #openReader: (() => SqliteConnection) | undefined
  readonly #lockTimeoutMs: number
  readonly #idleLimit: IdleLimit
  readonly #notices: Notices
  readonly #mutex = new Mutex()
  readonly #acquireLimit: AcquireLimit
  readonly #groupCommit: GroupCommit
  #reader: SqliteConnection | undefined
  #isClosed = false
  #closing: Promise<void> | undefined

  constructor(parts: SqliteDatabaseParts) {
    this.name = parts.name
    this.description = parts.description
    this.#writer = parts.writer
    this.#openReader = parts.openReader
    this.#lockTimeoutMs = parts.lockTimeoutMs
    this.#idleLimit = parts.idleLimit
    this.hears = parts.openReader === undefined ? 'itself' : 'commits'
    // No other process can use an in-memory database.
    this.#notices = new Notices(parts.openReader && watchVersion(parts.writer))
    this.#acquireLimit = { timeoutMs: parts.lockTimeoutMs, timeout: () => this.#tookTooLong() }
    this.#groupCommit = new GroupCommit({
      writer: this.#writer,
      outside: (work) => this.#outside('write', work),
      takesAll: parts.durability === 'full',
    })
  }

  run(statement: Statement, parameters: readonly DatabaseValue[]): MaybePromise<Rows> {
    const transaction = findTransaction(this)
    if (transaction !== undefined) {
      return transaction.use((connection) => connection.run(statement, parameters))
    }
    if (statement.access === 'write' && this.#groupCommit.takesNext()) {
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
    return this.#outside(this.#accessOf(statement), (connection) =>
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
    await this.#exclusively(() => alone(this.#writer, () => this.#writer.script(sql)))
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

  listen(channel: string, listener: Listener): Disposable {
    return this.#notices.listen(channel, listener)
  }

  wake(channel: string, text?: string): void {
    this.#notices.tell(channel, text)
  }

  /** Pings the database. SQLite answers synchronously, so there is no time limit. */
  async ping(): Promise<void> {
    if (this.#isClosed) throw databaseClosed()
    const connection = this.#mutex.isLocked ? this.#readerIfAny() : this.#writer
    connection?.query({ sql: 'select 1 from sqlite_schema limit 1', parameters: [] })
  }

  /** Reports the reader as idle: its statements are synchronous, so nothing can observe them running. */
  pools(): readonly PoolUsage[] {
    const open = this.#isClosed ? 0 : 1
    const busy = this.#mutex.isLocked ? 1 : 0
    const writer = { name: 'writer', limit: 1, open, busy, waiting: this.#mutex.waiting }
    if (this.#openReader === undefined) return [writer]
    const reader = { name: 'reader', limit: 1, open: this.#reader === undefined ? 0 : open }
    return [writer, { ...reader, busy: 0, waiting: 0 }]
  }

  /** Returns the image of an in-memory database, with which another can be opened; `undefined` for a file. */
  serialize(): Uint8Array | undefined {
    return this.#openReader === undefined ? this.#writer.serialize() : undefined
  }

  /** Closes the database after waiting for the current transaction; SQLite rolls back one that stays open. */
  close(): Promise<void> {
    return (this.#closing ??= this.#closeExclusively())
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  /** Runs work outside of transactions: on the writer if it is free, otherwise a read on the reader. */
  #outside<Result>(
    access: Statement['access'],
    work: (connection: SqliteConnection) => Result,
  ): MaybePromise<Result> {
    if (this.#isClosed) throw databaseClosed()
    const connection = this.#mutex.isLocked ? this.#besides(access) : this.#writer
    if (connection === undefined) return this.#exclusively(() => work(this.#writer))
    try {
      return work(connection)
    } catch (error) {
      if (!isLocked(error)) throw error
      return this.#exclusively(() => work(this.#writer))
    }
  }

  /** Determines the access only while the writer is busy; otherwise the writer runs everything. */
  #accessOf({ sql }: CompiledSql): Statement['access'] {
    return this.#mutex.isLocked && !this.#isClosed ? this.#writer.accessOf(sql) : 'write'
  }

  #besides(access: Statement['access']): SqliteConnection | undefined {
    return access === 'read' ? this.#readerIfAny() : undefined
  }

  #readerIfAny(): SqliteConnection | undefined {
    this.#reader ??= this.#openReader?.()
    return this.#reader
  }

  async #begin(): Promise<LeasedConnection> {
    const deadline = this.#deadline()
    await this.#mutex.acquire(this.#acquireLimit)
    try {
      await this.#retryWhileLocked(() => this.#writer.exec('begin immediate'), deadline)
      const release = () => this.#mutex.release()
      const connection = new SqliteTransactionConnection(this.#writer, release)
      return new LeasedConnection(connection, this.#idleLimit)
    } catch (error) {
      this.#mutex.release()
      throw error
    }
  }

  async #exclusively<Result>(work: () => Result): Promise<Result> {
    const deadline = this.#deadline()
    await this.#mutex.acquire(this.#acquireLimit)
    try {
      return await this.#retryWhileLocked(work, deadline)
    } finally {
      this.#mutex.release()
    }
  }

  /** The deadline of a call that waits for both the mutex and the lock. */
  #deadline(): number {
    return performance.now() + this.#lockTimeoutMs
  }

  /**
   * Retries while another process has the lock, without blocking the event loop. Tries at least once, even
   * if the wait for the mutex has used up the time.
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

  async #closeExclusively(): Promise<void> {
    await this.#mutex.acquire(this.#acquireLimit).catch(() => {})
    this.#closeConnections()
    this.#mutex.release()
  }

  #closeConnections(): void {
    this.#isClosed = true
    this.#notices.close()
    this.#reader?.close()
    try {
      this.#writer.exec('pragma optimize')
    } catch {
      // Ignore a full disk or a lock: fresh statistics only make the next start faster.
    }
    this.#writer.close()
  }

  #tookTooLong(): DatabaseUnavailable {
    return new DatabaseUnavailable(
      'locked',
      `A transaction kept "${this.description}" locked for writing for more than ${this.#lockTimeoutMs} ms`,
    )
  }
}

/** Ensures that raw SQL leaves no transaction open: the next caller would write into it. */
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
