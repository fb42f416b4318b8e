import type { DatabaseValue, Statement } from '../statement.ts'

/** What Tenon needs of an SQLite library: `node:sqlite`, or better-sqlite3 in its place. */
export interface SqliteDriver {
  open(file: string, options: SqliteOpenOptions): SqliteHandle
}

export interface SqliteOpenOptions {
  readonly readOnly: boolean
}

/** One open connection of an SQLite library. */
export interface SqliteHandle {
  readonly isInTransaction: boolean
  prepare(statement: Statement): PreparedStatement
  exec(sql: string): void
  close(): void
}

/** A prepared statement; integers come as numbers where they are safe, else as bigint. */
export interface PreparedStatement {
  /** A write without `returning` has no rows and is asked for `change` instead. */
  readonly hasRows: boolean
  columns(): string[]
  all(parameters: readonly DatabaseValue[]): unknown[][]
  /** Reads one row and no further. */
  first(parameters: readonly DatabaseValue[]): unknown[] | undefined
  change(parameters: readonly DatabaseValue[]): Change
}

/** What a write did. */
export interface Change {
  readonly affected: number
  /** The id of the row that was inserted last, by this statement or one before. */
  readonly insertId: number | bigint
}

/** Tells that a driver gave rows as arrays, as it was asked to; the first one speaks for all. */
export function areArrays(rows: readonly unknown[]): rows is unknown[][] {
  return rows.length === 0 || Array.isArray(rows[0])
}

/** Turns integers that were read as bigint into numbers where that loses nothing, in place. */
export function toSafeNumbers(rows: unknown[][]): unknown[][] {
  for (const row of rows) {
    for (let i = 0; i < row.length; i++) {
      const value = row[i]
      if (typeof value === 'bigint') row[i] = toSafeNumber(value)
    }
  }
  return rows
}

/** A bigint as a number where that loses nothing. */
export function toSafeNumber(value: bigint): number | bigint {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}
