/** The databases that Tenon speaks to. */
export type Dialect = 'sqlite' | 'postgres'

/**
 * A value as both drivers take and give it; columns convert theirs from and to these.
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
 * One statement of fixed text, made once and kept: connections know its prepared form by identity.
 *
 * Placeholders are the dialect's own (`?` on SQLite, `$1` on PostgreSQL).
 */
export interface Statement {
  readonly sql: string
  /** A read may be answered beside an open transaction; a write never is. */
  readonly access: 'read' | 'write'
}

/**
 * Reads one row by a unique key, as a pair of statements with the same columns.
 *
 * PostgreSQL answers the lookups of one tick with a single `many`, whose `$1` is an array of keys.
 */
export interface KeyLookup {
  /** Reads the row of one key. */
  readonly one: Statement
  /** Reads the rows of all keys: `… where "id" = any($1)`. Absent where lookups are not joined. */
  readonly many?: Statement
  /** Position of the key among the columns. */
  readonly keyIndex: number
}

/** A row as an array of values in the order of the statement's columns. */
export type Row = readonly unknown[]

/** What a statement answered. */
export interface Rows {
  readonly columns: readonly string[]
  readonly rows: readonly Row[]
  /** Rows that a write has changed; of a read, the rows read. */
  readonly affected: number
  /** The id of the row that SQLite inserted last; nothing on PostgreSQL, or where rows came back. */
  readonly insertId?: number | bigint
}
