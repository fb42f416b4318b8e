import type { MaybePromise } from '../../support/maybe-promise.ts'
import { findTransaction } from '../database-context.ts'
import { databaseClosed, DatabaseUnavailable } from '../database-error.ts'
import type { Database, PoolUsage, TransactionOptions } from '../database.ts'
import { toRecords } from '../records.ts'
import type { CompiledSql, Sql } from '../sql.ts'
import type { DatabaseValue, KeyLookup, Row, Rows, Statement } from '../statement.ts'
import { LentConnection, type IdleLimit } from '../transaction/lent-connection.ts'
import { runTransaction } from '../transaction/run-transaction.ts'
import { KeyBatches } from './key-batches.ts'
import type { PostgresConnection } from './postgres-connection.ts'
import type { PostgresPool } from './postgres-pool.ts'
import { PostgresTransactionConnection } from './postgres-transaction-connection.ts'
import type { SharedConnections } from './shared-connections.ts'
import { within } from './within.ts'

/** What a PostgreSQL database is made of. */
export interface PostgresDatabaseParts {
  readonly description: string
  readonly shared: SharedConnections
  readonly pool: PostgresPool
  readonly idleLimit: IdleLimit
  /** How long closing may wait for what was sent. */
  readonly closeTimeoutMs: number
}

/** A PostgreSQL database: kept statements on shared connections, everything else on a pool. */
export class PostgresDatabase implements Database {
  readonly dialect = 'postgres'
  readonly description: string
  readonly #shared: SharedConnections
  readonly #pool: PostgresPool
  readonly #idleLimit: IdleLimit
  readonly #closeTimeoutMs: number
  readonly #batches = new KeyBatches((statement, parameters) =>
    this.#runShared(statement, parameters),
  )
  #closing: Promise<void> | undefined

  constructor(parts: PostgresDatabaseParts) {
    this.description = parts.description
    this.#shared = parts.shared
    this.#pool = parts.pool
    this.#idleLimit = parts.idleLimit
    this.#closeTimeoutMs = parts.closeTimeoutMs
  }

  run(statement: Statement, parameters: readonly DatabaseValue[]): MaybePromise<Rows> {
    const transaction = findTransaction(this)
    if (transaction === undefined) return this.#runShared(statement, parameters)
    return transaction.use((connection) => connection.run(statement, parameters))
  }

  async lookup(lookup: KeyLookup, key: DatabaseValue): Promise<Row | undefined> {
    if (lookup.many !== undefined && findTransaction(this) === undefined) {
      return this.#batches.find(lookup, key)
    }
    const { rows } = await this.run(lookup.one, [key])
    return rows[0]
  }

  execute(statement: CompiledSql): MaybePromise<Rows> {
    const transaction = findTransaction(this)
    return transaction === undefined
      ? this.#pool.use((connection) => connection.query(statement))
      : transaction.use((connection) => connection.query(statement))
  }

  async query<Record extends object>(fragment: Sql): Promise<Record[]> {
    return toRecords<Record>(await this.execute(fragment.compile('postgres')))
  }

  async script(sql: string): Promise<void> {
    const transaction = findTransaction(this)
    if (transaction !== undefined) return transaction.use((connection) => connection.script(sql))
    await this.#pool.use((connection) => scriptAlone(connection, sql))
  }

  transaction<Result>(
    body: () => Promise<Result>,
    options: TransactionOptions = {},
  ): Promise<Result> {
    return runTransaction(this, ({ isolation }) => this.#begin(isolation), body, options)
  }

  async afterCommit(callback: () => MaybePromise<void>): Promise<void> {
    const transaction = findTransaction(this)
    if (transaction === undefined) await callback()
    else transaction.afterCommit(callback)
  }

  async ping(timeoutMs: number): Promise<void> {
    await within(timeoutMs, this.#runShared(PING, []), () => tooLate(timeoutMs))
  }

  pools(): readonly PoolUsage[] {
    return [this.#shared.usage, this.#pool.usage]
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#closeConnections())
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  /** A statement whose tables have changed since it was prepared runs once more. */
  async #runShared(statement: Statement, parameters: readonly DatabaseValue[]): Promise<Rows> {
    if (this.#closing !== undefined) throw databaseClosed()
    const connection = this.#shared.pick()
    try {
      return await connection.run(statement, parameters)
    } catch (error) {
      const isStale = error instanceof DatabaseUnavailable && error.reason === 'schema-changed'
      if (!isStale) throw error
      return connection.run(statement, parameters)
    }
  }

  async #closeConnections(): Promise<void> {
    const closing = Promise.all([this.#shared.close(), this.#pool.close()])
    try {
      await within(this.#closeTimeoutMs, closing, () => tooLate(this.#closeTimeoutMs))
    } catch {
      // What has not been answered by now never will be: cut the connections.
      this.#shared.destroy()
      this.#pool.destroy()
    }
  }

  async #begin(isolation: IsolationLevel = 'read committed'): Promise<LentConnection> {
    const pooled = await this.#pool.take()
    const connection = new PostgresTransactionConnection(pooled)
    try {
      await connection.script(BEGIN[isolation])
      return new LentConnection(connection, this.#idleLimit)
    } catch (error) {
      pooled.release('broken')
      throw error
    }
  }
}

/** A script that fails may have begun a transaction before; the driver tells of it too late. */
async function scriptAlone(connection: PostgresConnection, sql: string): Promise<void> {
  try {
    await connection.script(sql)
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) await connection.script('rollback')
    throw error
  }
}

type IsolationLevel = NonNullable<TransactionOptions['isolation']>

const BEGIN: Readonly<Record<IsolationLevel, string>> = {
  'read committed': 'begin isolation level read committed',
  'repeatable read': 'begin isolation level repeatable read',
  serializable: 'begin isolation level serializable',
}

const PING: Statement = { sql: 'select 1', access: 'read' }

function tooLate(timeoutMs: number): DatabaseUnavailable {
  return new DatabaseUnavailable('timeout', `PostgreSQL did not answer in ${timeoutMs} ms`)
}
