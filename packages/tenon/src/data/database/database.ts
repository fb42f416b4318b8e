import type { Duration } from '../../base/support/duration.ts'
import type { MaybePromise } from '../../base/support/maybe-promise.ts'
import type { ChangeLog } from './changes/change-log.ts'
import type { Listener } from './notices/notices.ts'
import type { CompiledSql, Sql } from './sql.ts'
import type { DatabaseValue, Dialect, KeyLookup, Row, Rows, Statement } from './statement.ts'

export type { DatabaseValue, Dialect, KeyLookup, Row, Rows, Statement }

/** Options of a transaction. */
export interface TransactionOptions {
  /**
   * PostgreSQL's isolation level, default `read committed`; SQLite is always serializable.
   * A nested call cannot set it, because it runs in the isolation of the outermost call: it throws
   * `E_NESTED_ISOLATION`.
   */
  readonly isolation?: 'read committed' | 'repeatable read' | 'serializable'
  /**
   * How many times to retry after a serialization failure or deadlock. Default 0.
   * Ignored on a nested call, because only the whole transaction can be retried.
   */
  readonly retries?: number
}

/** Options of a database, in addition to the URL's (`?durability=full`, `?schema=app`, …). */
export interface DatabaseOptions {
  /** The name of a `namedDatabase`; the models of that name use this database. Default: no name. */
  readonly name?: string | undefined
  /** How long to wait for a new or pooled connection to PostgreSQL. Default `3s`. */
  readonly connectTimeout?: Duration
  /** How long a statement may run on PostgreSQL before it is cancelled; `false` disables the limit. Default `5s`. */
  readonly statementTimeout?: Duration | false
  /** How long to wait for SQLite's write lock. Default `5s`. */
  readonly lockTimeout?: Duration
  /**
   * How long a transaction may be without a running statement before it is rolled back; `false` disables
   * the limit. Default: the URL's `?idle=`, or else `60s`.
   */
  readonly idleTimeout?: Duration | false
  /**
   * Tells PostgreSQL with each statement which owner's rows it may see, for the row level security policies that
   * `make:migration` writes. SQLite has no policies and ignores the option. Default false.
   */
  readonly rowLevelSecurity?: boolean | undefined
  /** Called for every transaction that was rolled back because it was idle for too long. */
  readonly onIdleTransaction?: (transaction: IdleTransaction) => void
  /** Called for every statement that took longer than `slowStatement`. */
  readonly onSlowStatement?: (statement: SlowStatement) => void
  /** The duration above which a statement is slow; `always` reports every statement. Default `20ms`. */
  readonly slowStatement?: Duration | 'always'
  /**
   * Tells `onSlowStatement` which line of your code sent the statement. It captures a stack trace for
   * each statement, so use it only in development. Default false.
   */
  readonly statementLocations?: boolean
  /**
   * The URLs of PostgreSQL's read replicas. Requests, tasks and commands of an application read from them
   * until they write; everything else reads from the primary. Default: none.
   */
  readonly replicas?: readonly string[]
  /** Called when a replica does not answer, at most once a minute for each replica. */
  readonly onReplicaAway?: (replica: AwayReplica) => void
}

/** A replica that does not answer. Its reads go to other replicas or to the primary. */
export interface AwayReplica {
  /** Its URL without the password. */
  readonly replica: string
  readonly error: Error
}

/** A slow statement. */
export interface SlowStatement {
  readonly sql: string
  readonly durationMs: number
  /** With `statementLocations`, the line of your code: `app/todos.ts:12:5`. */
  readonly location?: string
}

/** A transaction that was rolled back because it was idle for too long. */
export interface IdleTransaction {
  readonly idleMs: number
  /** The last statement that a model or query ran in it, without its values. */
  readonly lastSql: string | undefined
}

/** The usage of the connections that serve one purpose. */
export interface PoolUsage {
  /**
   * PostgreSQL: `shared` for statements by key, `pool` for the rest; `replica-1-shared` and so on for replicas.
   * SQLite: `writer`, `reader`.
   */
  readonly name: string
  /** The maximum number of open connections. */
  readonly limit: number
  readonly open: number
  /** How many of the open connections are in use. */
  readonly busy: number
  /** How many calls wait for a connection, or for their turn on one. */
  readonly waiting: number
}

/**
 * An open database: SQLite or PostgreSQL, with the same methods.
 *
 * Inside `transaction`, every call of the same asynchronous context uses the transaction's connection,
 * and no other call can use it.
 */
export interface Database extends AsyncDisposable {
  readonly dialect: Dialect
  /** Its name among an application's databases; `undefined` for the default one. */
  readonly name: string | undefined
  /** The URL without its password, for logs and messages. */
  readonly description: string
  /** Its read replicas; absent if it has none. */
  readonly replicas?: readonly Pick<Database, 'description' | 'ping'>[] | undefined
  /** Whether each statement tells PostgreSQL which owner's rows it may see; absent on SQLite. */
  readonly rowLevelSecurity?: boolean | undefined
  /** Reports the changes that models and queries of this process commit. */
  readonly changes: ChangeLog
  /** Runs a prepared statement; SQLite answers without a promise if it can. */
  run(statement: Statement, parameters: readonly DatabaseValue[]): MaybePromise<Rows>
  /** Reads the row with this key; `undefined` if no row has it. */
  lookup(lookup: KeyLookup, key: DatabaseValue): MaybePromise<Row | undefined>
  /** Runs a statement that is not cached, such as one compiled by Kysely. */
  execute(statement: CompiledSql): MaybePromise<Rows>
  /** Runs raw SQL from the `sql` template and returns its rows as objects. */
  query<Record extends object>(fragment: Sql): Promise<Record[]>
  /**
   * Runs several statements without parameters, as a migration does.
   *
   * If a script fails, SQLite keeps the changes before the failure and PostgreSQL keeps none of them;
   * inside `transaction`, the rollback undoes them on both. Like `query`, it throws `E_TRANSACTION_OPEN`
   * if the script begins a transaction and does not end it.
   */
  script(sql: string): Promise<void>
  /** Runs `body` in a transaction; nested calls are savepoints. Rolls back if it throws. */
  transaction<Result>(body: () => Promise<Result>, options?: TransactionOptions): Promise<Result>
  /** Runs `callback` after the current transaction commits, or at once if there is none. */
  afterCommit(callback: () => MaybePromise<void>): Promise<void>
  /**
   * Calls `listener` with the text of each `wake` on the channel, and without a text if notices may have
   * been lost. On SQLite it is also called, without a text, soon after any commit of another process.
   */
  listen(channel: string, listener: Listener): Disposable
  /**
   * What `listen` learns from other processes: `notices` with their texts (PostgreSQL), `commits` without details
   * (an SQLite file), `nothing` (behind PgBouncer), or `itself` if no other process uses the database.
   */
  readonly hears: 'notices' | 'commits' | 'nothing' | 'itself'
  /**
   * Calls this process's listeners of a channel, and on PostgreSQL within a few milliseconds those of other
   * processes. Call it after the commit. A text may have at most 7,999 bytes.
   */
  wake(channel: string, text?: string): void
  /** Resolves if the database answers within `timeoutMs`; rejects with `DatabaseUnavailable` otherwise. */
  ping(timeoutMs: number): Promise<void>
  /** The current usage of its connections, by purpose. */
  pools(): readonly PoolUsage[]
  close(): Promise<void>
}
