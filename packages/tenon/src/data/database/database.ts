import type { MaybePromise } from '../support/maybe-promise.ts'
import type { CompiledSql, Sql } from './sql.ts'
import type { DatabaseValue, Dialect, KeyLookup, Row, Rows, Statement } from './statement.ts'

export type { DatabaseValue, Dialect, KeyLookup, Row, Rows, Statement }

/** Options of a transaction. */
export interface TransactionOptions {
  /**
   * PostgreSQL's isolation level, default `read committed`; SQLite is always serializable.
   * Refused on a nested call, which runs in the isolation of the outermost.
   */
  readonly isolation?: 'read committed' | 'repeatable read' | 'serializable'
  /**
   * How often to run again after a serialization failure or deadlock. Default 0.
   * Counts on the outermost call: only the whole transaction can run again.
   */
  readonly retries?: number
}

/** Options of a database; the URL's own (`?durability=full`, `?schema=app`, …) come on top. */
export interface DatabaseOptions {
  /** How long to wait for a connection to PostgreSQL, new or pooled. Default 3,000. */
  readonly connectTimeoutMs?: number
  /** How long one statement may take on PostgreSQL. Default 5,000; 0 is no limit. */
  readonly statementTimeoutMs?: number
  /** How long to wait for the write lock of SQLite. Default 5,000. */
  readonly lockTimeoutMs?: number
  /**
   * How long a transaction may have no statement running before it is rolled back; 0 is no limit.
   * Default: `?idle=` of the URL, else 60,000.
   */
  readonly idleTimeoutMs?: number
  /** Told of every transaction that was rolled back since it was idle for too long. */
  readonly onIdleTransaction?: (transaction: IdleTransaction) => void
  /** Told of every statement that took longer than `slowStatementMs`. */
  readonly onSlowStatement?: (statement: SlowStatement) => void
  /** From when a statement is slow. Default 20. */
  readonly slowStatementMs?: number
}

/** A statement that took long. */
export interface SlowStatement {
  readonly sql: string
  readonly durationMs: number
}

/** A transaction that was rolled back since it was idle for too long. */
export interface IdleTransaction {
  readonly idleMs: number
  /** The last statement of its models and queries, without its values. */
  readonly lastSql: string | undefined
}

/** How the connections of one purpose are used. */
export interface PoolUsage {
  /** PostgreSQL: `shared` for kept statements, `pool` for the rest. SQLite: `writer`, `reader`. */
  readonly name: string
  /** The most that will be open. */
  readonly limit: number
  readonly open: number
  /** Of the open ones, how many have something to do. */
  readonly busy: number
  /** How many calls wait for a connection, or for their turn on one. */
  readonly waiting: number
}

/**
 * An open database: SQLite or PostgreSQL behind the same calls.
 *
 * Inside `transaction` every call of the same asynchronous context uses the transaction's
 * connection, and nothing from outside can slip in.
 */
export interface Database extends AsyncDisposable {
  readonly dialect: Dialect
  /** The URL without its password, for logs and messages. */
  readonly description: string
  /** Runs one prepared statement; SQLite answers without a promise where it can. */
  run(statement: Statement, parameters: readonly DatabaseValue[]): MaybePromise<Rows>
  /** Reads the row of a key, `undefined` when there is none. */
  lookup(lookup: KeyLookup, key: DatabaseValue): MaybePromise<Row | undefined>
  /** Runs a statement that is not kept, such as one that Kysely has compiled. */
  execute(statement: CompiledSql): MaybePromise<Rows>
  /** Runs raw SQL from the `sql` template and returns its rows as objects. */
  query<Record extends object>(fragment: Sql): Promise<Record[]>
  /**
   * Runs several statements without parameters, as a migration does.
   *
   * Of a failing script SQLite keeps what came before the failure, PostgreSQL nothing; inside
   * `transaction` both keep nothing. Throws `E_TRANSACTION_OPEN` for one that begins a transaction and
   * does not end it, as `query` does.
   */
  script(sql: string): Promise<void>
  /** Runs `body` in a transaction; nested calls are savepoints. Rolls back when it throws. */
  transaction<Result>(body: () => Promise<Result>, options?: TransactionOptions): Promise<Result>
  /** Runs `callback` once the transaction around has committed; at once when there is none. */
  afterCommit(callback: () => MaybePromise<void>): Promise<void>
  /** Resolves when the database answers, throws `DatabaseUnavailable` otherwise. */
  ping(timeoutMs: number): Promise<void>
  /** How its connections are used at this moment, by what they are for. */
  pools(): readonly PoolUsage[]
  close(): Promise<void>
}
