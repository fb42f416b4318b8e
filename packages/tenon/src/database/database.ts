import type { MaybePromise } from '../support/maybe-promise.ts'
import type { Sql } from './sql.ts'

/** The databases that Tenon speaks to. */
export type Dialect = 'sqlite' | 'postgres'

/** A value as both drivers take it; columns convert theirs (a `Date`, a boolean) into one of these. */
export type DatabaseValue = string | number | bigint | boolean | null | Uint8Array

/**
 * One statement of fixed text, made once and kept: connections know its prepared form by identity.
 *
 * Placeholders are the dialect's own (`?` on SQLite, `$1` on PostgreSQL).
 */
export interface Statement {
  readonly sql: string
  /** A read may be answered beside an open transaction; a write never is. */
  readonly access: 'read' | 'write'
}

/** What a statement answered: rows as arrays in the order of `columns`. */
export interface Rows {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly unknown[])[]
  /** Rows that a write has changed; of a read, the rows read. */
  readonly affected: number
}

/** Options of a transaction. */
export interface TransactionOptions {
  /** PostgreSQL's isolation level; SQLite is always serializable. Default `read committed`. */
  readonly isolation?: 'read committed' | 'repeatable read' | 'serializable'
  /** How often to run again after a serialization failure or deadlock. Default 0. */
  readonly retries?: number
}

/**
 * An open database: SQLite or PostgreSQL behind the same calls.
 *
 * Inside `transaction` every call of the same asynchronous context uses the transaction's
 * connection, and nothing from outside can slip in.
 */
export interface Database {
  readonly dialect: Dialect
  /** The URL without its password, for logs and messages. */
  readonly description: string
  /** Runs one prepared statement; SQLite answers without a promise where it can. */
  run(statement: Statement, parameters: readonly DatabaseValue[]): MaybePromise<Rows>
  /** Runs raw SQL from the `sql` template and returns its rows as objects. */
  query<Row extends object>(fragment: Sql): Promise<Row[]>
  /** Runs several statements without parameters, as a migration does. */
  script(sql: string): Promise<void>
  /** Runs `body` in a transaction; nested calls are savepoints. Rolls back when it throws. */
  transaction<Result>(
    body: () => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result>
  /** Resolves when the database answers, throws `DatabaseUnavailable` otherwise. */
  ping(timeoutMs: number): Promise<void>
  close(): Promise<void>
}
