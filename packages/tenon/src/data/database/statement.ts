/** The databases that Tenon supports. */
export type Dialect = 'sqlite' | 'postgres'

/**
 * A value that both drivers accept and return; columns convert their values from and to it.
 *
 * | value | given to SQLite | given to PostgreSQL | read from both |
 * |---|---|---|---|
 * | integer | number or bigint | number or bigint | number; bigint beyond 2^53 |
 * | timestamp | milliseconds UTC | ISO 8601 text | milliseconds UTC |
 * | boolean | boolean | boolean | 0 and 1 (SQLite), boolean (PostgreSQL) |
 * | JSON | text | text | text |
 * | date, time, numeric, uuid | text | text | text |
 * | bytes | `Uint8Array` | `Uint8Array` | `Uint8Array` |
 */
export type DatabaseValue = string | number | bigint | boolean | null | Uint8Array

/**
 * A statement with a fixed text, created once and kept: connections cache its prepared form by identity.
 *
 * Placeholders are the dialect's own (`?` on SQLite, `$1` on PostgreSQL).
 */
export interface Statement {
  readonly sql: string
  /** A read may run while a transaction is open; on SQLite a write waits for it. */
  readonly access: 'read' | 'write'
  /** Whether it inserts one row or changes one row by its key, so that it is fast unless it waits for a lock. */
  readonly isByKey?: boolean
  /**
   * Whether PostgreSQL plans it again for each run. PostgreSQL may have made a cached plan while the table was empty:
   * such a plan scans the whole table, however large it has become, until the next `analyze`.
   */
  readonly isPlannedEachTime?: boolean
  /**
   * Whose rows the statement sees in a database with row level security: `stated` for those of the owner that its
   * query names, `anyone` for all, `current` (raw SQL) for those of the current owner. Absent if it uses no table of
   * an owned model.
   */
  readonly owners?: 'stated' | 'anyone' | 'current' | undefined
  /** Whether timestamps with microseconds are read as dates that keep the microseconds. PostgreSQL only. */
  readonly readsMicroseconds?: boolean
  /** The key that the database assigns if the inserted row has none. */
  readonly numbers?: NumberedKey | undefined
}

/** An integer key that the database assigns by counting up. */
export interface NumberedKey {
  readonly table: string
  readonly column: string
}

/**
 * Reads one row by a unique key. Its two statements return the same columns.
 *
 * PostgreSQL answers all lookups of one turn of the event loop with a single `many`; `$1` is an array of keys.
 */
export interface KeyLookup {
  /** Reads the row of one key. */
  readonly one: Statement
  /** Reads the rows of all keys: `… where "id" = any($1)`. Absent if lookups are not combined. */
  readonly many?: Statement
  /** The position of the key among the columns, from 0. */
  readonly keyIndex: number
}

/** A row as an array of values in the order of the statement's columns. */
export type Row = readonly unknown[]

/** The result of a statement. */
export interface Rows {
  readonly columns: readonly string[]
  readonly rows: readonly Row[]
  /** The number of rows changed by a write, or returned by a read. */
  readonly affected: number
  /** The id of the row that SQLite inserted last; absent on PostgreSQL, or if rows were returned. */
  readonly insertId?: number | bigint
}
