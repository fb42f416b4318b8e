/** The databases that Tenon supports. */
export type Dialect = 'sqlite' | 'postgres'

/**
 * A value as both drivers accept and return it; columns convert their values from and to these.
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
  /** A read may be answered beside an open transaction; a write never is. */
  readonly access: 'read' | 'write'
  /** Whether it inserts one row or changes one by its key, and so waits for nothing but a lock. */
  readonly isByKey?: boolean
  /**
   * Whether PostgreSQL plans it for each run. A plan that is kept may be of the time when a table was empty, and reads
   * one that has become large from its first row to its last, until the next `analyze`.
   */
  readonly isPlannedEachTime?: boolean
  /**
   * Whose rows it sees in a database with row level security: those of the owner that its query states, or of
   * anyone; for raw SQL those of the current owner. Absent if it reads no table of an owned model.
   */
  readonly owners?: 'stated' | 'anyone' | 'current' | undefined
  /** Whether PostgreSQL's timestamps with microseconds are read as dates that keep them. */
  readonly readsMicroseconds?: boolean
  /** The key that the database numbers, of a row that is inserted without one. */
  readonly numbers?: NumberedKey | undefined
}

/** A key of whole numbers that the database counts up. */
export interface NumberedKey {
  readonly table: string
  readonly column: string
}

/**
 * Reads one row by a unique key, with a pair of statements that have the same columns.
 *
 * PostgreSQL answers the lookups of one tick with a single `many`, whose `$1` is an array of keys.
 */
export interface KeyLookup {
  /** Reads the row of one key. */
  readonly one: Statement
  /** Reads the rows of all keys: `… where "id" = any($1)`. Absent if lookups are not combined. */
  readonly many?: Statement
  /** Position of the key among the columns. */
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
