import { withinLimit } from '../../../base/support/loop/within-limit.ts'
import type { MaybePromise } from '../../../base/support/maybe-promise.ts'
import { ChangeLog } from '../../database/changes/change-log.ts'
import { findTransaction } from '../../database/current-database.ts'
import { DatabaseUnavailable, InvalidValue, NumberOverflow } from '../../database/database-error.ts'
import type { Database, PoolUsage, TransactionOptions } from '../../database/database.ts'
import { NoticeSender } from '../../database/notices/notice-sender.ts'
import type { Listener, Notices } from '../../database/notices/notices.ts'
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
import { KeyBatches } from './key-batches.ts'
import type { PingConnection } from './ping-connection.ts'
import { statingOwners } from './owners/stated-query.ts'
import { tooLate, type PostgresConnection } from './postgres-connection.ts'
import type { PostgresPool } from './postgres-pool.ts'
import { PostgresTransactionConnection } from './postgres-transaction-connection.ts'
import type { SharedLane } from './shared-lane.ts'

/** The parts of a PostgreSQL database. */
export interface PostgresDatabaseParts {
  readonly name: string | undefined
  readonly description: string
  readonly rowLevelSecurity: boolean
  /** The connections that statements by key share; if `undefined`, those statements use the pool. */
  readonly lane: SharedLane | undefined
  readonly pings: PingConnection
  readonly pool: PostgresPool
  readonly idleLimit: IdleLimit
  readonly notices: Notices
  readonly hears: 'notices' | 'nothing'
  /** How long closing may wait for the answers to sent statements. */
  readonly closeTimeoutMs: number
}

/** A PostgreSQL database: shared connections for statements by key, a pool for everything else. */
export class PostgresDatabase implements Database {
  readonly dialect = 'postgres'
  readonly name: string | undefined
  readonly description: string
  readonly rowLevelSecurity: boolean
  readonly hears: Database['hears']
  readonly changes = new ChangeLog()
  readonly #lane: SharedLane | undefined
  readonly #pings: PingConnection
  readonly #pool: PostgresPool
  readonly #idleLimit: IdleLimit
  readonly #notices: Notices
  readonly #sender: NoticeSender
  readonly #closeTimeoutMs: number
  readonly #batches: KeyBatches
  #closing: Promise<void> | undefined

  constructor(parts: PostgresDatabaseParts) {
    this.name = parts.name
    this.description = parts.description
    this.rowLevelSecurity = parts.rowLevelSecurity
    this.hears = parts.hears
    this.#lane = parts.lane
    this.#pings = parts.pings
    this.#pool = parts.pool
    this.#batches = new KeyBatches((statement, parameters) => this.#runByKey(statement, parameters))
    this.#idleLimit = parts.idleLimit
    this.#notices = parts.notices
    this.#sender = new NoticeSender((...notice) => this.#runByKey(NOTIFY, notice))
    this.#closeTimeoutMs = parts.closeTimeoutMs
  }

  run(statement: Statement, parameters: readonly DatabaseValue[]): MaybePromise<Rows> {
    const transaction = findTransaction(this)
    if (transaction === undefined) {
      return statement.isByKey === true
        ? this.#runByKey(statement, parameters)
        : this.#pool.run(statement, parameters)
    }
    return transaction.use((connection) => connection.run(statement, parameters))
  }

  async lookup(lookup: KeyLookup, key: DatabaseValue): Promise<Row | undefined> {
    if (findTransaction(this) !== undefined) return (await this.run(lookup.one, [key])).rows[0]
    try {
      if (lookup.many !== undefined) return await this.#batches.find(lookup, key)
      return (await this.run(lookup.one, [key])).rows[0]
    } catch (error) {
      // No row matches a key that the column cannot hold, such as 40,000 in a `smallint`.
      if (error instanceof NumberOverflow || error instanceof InvalidValue) return undefined
      throw error
    }
  }

  execute(statement: CompiledSql): MaybePromise<Rows> {
    const transaction = findTransaction(this)
    return transaction === undefined
      ? this.#pool.use('write', (connection) => connection.query(statement))
      : transaction.use((connection) => connection.query(statement))
  }

  async query<Record extends object>(fragment: Sql): Promise<Record[]> {
    return toRecords<Record>(await this.execute(fragment.compile('postgres')))
  }

  async script(sql: string): Promise<void> {
    const transaction = findTransaction(this)
    if (transaction !== undefined) {
      const stating = this.rowLevelSecurity && !CONTROLS.test(sql) ? statingOwners(sql) : sql
      return transaction.use((connection) => connection.script(stating))
    }
    await this.#pool.use('write', (connection) => scriptAlone(connection, sql))
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

  listen(channel: string, listener: Listener): Disposable {
    return this.#notices.listen(channel, listener)
  }

  wake(channel: string, text?: string): void {
    this.#notices.tell(channel, text)
    this.#sender.add(channel, text)
  }

  ping(timeoutMs: number): Promise<void> {
    return this.#pings.ping(timeoutMs)
  }

  pools(): readonly PoolUsage[] {
    const pool = this.#pool.usage
    return this.#lane === undefined ? [pool] : [this.#lane.usage, pool]
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#closeConnections())
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #runByKey(statement: Statement, parameters: readonly DatabaseValue[]): Promise<Rows> {
    return (this.#lane ?? this.#pool).run(statement, parameters)
  }

  async #closeConnections(): Promise<void> {
    this.#notices.close()
    const parts = [this.#pool, this.#pings, ...(this.#lane === undefined ? [] : [this.#lane])]
    const closing = this.#sender.flush().then(() => Promise.all(parts.map((part) => part.close())))
    try {
      await withinLimit(this.#closeTimeoutMs, closing, (busyMs) =>
        tooLate(this.#closeTimeoutMs, busyMs),
      )
    } catch {
      // Waiting longer makes no sense: close the connections.
      for (const part of parts) part.destroy()
    }
  }

  async #begin(isolation: IsolationLevel = 'read committed'): Promise<LeasedConnection> {
    const pooled = await this.#pool.take('write')
    try {
      const { connection } = pooled
      const begin = isolation === 'read committed' ? await connection.begin() : undefined
      if (isolation !== 'read committed') await connection.script(BEGIN[isolation])
      return new LeasedConnection(new PostgresTransactionConnection(pooled, begin), this.#idleLimit)
    } catch (error) {
      pooled.release()
      throw error
    }
  }
}

/**
 * Rolls back after a failed script, because the script may have begun a transaction. The driver reports the open
 * transaction only after the error.
 */
async function scriptAlone(connection: PostgresConnection, sql: string): Promise<void> {
  try {
    await connection.scriptAlone(sql)
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) await connection.script('rollback')
    throw error
  }
}

/**
 * Statements about savepoints, which a test in a transaction sends. Nothing may be sent before them: after an error,
 * PostgreSQL would reject it.
 */
const CONTROLS = /^(?:savepoint|release savepoint|rollback to savepoint) /

/** Does not wait for the disk: if the server crashes, its listeners are gone too. */
const NOTIFY: Statement = {
  sql: `select pg_notify($1, $2), set_config('synchronous_commit', 'off', true)`,
  access: 'write',
}

type IsolationLevel = NonNullable<TransactionOptions['isolation']>

const BEGIN: Readonly<Record<Exclude<IsolationLevel, 'read committed'>, string>> = {
  'repeatable read': 'begin isolation level repeatable read',
  serializable: 'begin isolation level serializable',
}
