import type { DatabaseValue, Statement } from '../../database/statement.ts'

/** The interface of an SQLite library: `node:sqlite` or better-sqlite3. */
export interface SqliteDriver {
  open(file: string, options: SqliteOpenOptions): SqliteHandle
}

export interface SqliteOpenOptions {
  readonly readOnly: boolean
  /** The initial content of an in-memory database: the image of another one. */
  readonly image: Uint8Array | undefined
}

/** One open connection of an SQLite library. */
export interface SqliteHandle {
  readonly isInTransaction: boolean
  prepare(statement: Statement): PreparedStatement
  /** Whether the library reports that a statement changes nothing. */
  isReadOnly(sql: string): boolean
  exec(sql: string): void
  /** Returns the image of the database; `undefined` if the library cannot make one. */
  serialize(): Uint8Array | undefined
  close(): void
}

/** A prepared statement. Integers are numbers up to 2^53, otherwise bigints. */
export interface PreparedStatement {
  /** Whether it returns rows. A write without `returning` does not: call `change` for it. */
  readonly hasRows: boolean
  columns(): string[]
  all(parameters: readonly DatabaseValue[]): unknown[][]
  /** Reads only the first row. */
  first(parameters: readonly DatabaseValue[]): unknown[] | undefined
  change(parameters: readonly DatabaseValue[]): Change
}

/** The result of a write. */
export interface Change {
  readonly affected: number
  /** The id of the last inserted row, by this statement or an earlier one. */
  readonly insertId: number | bigint
}

/** Whether a driver returned rows as arrays. Checks only the first row. */
export function areArrays(rows: readonly unknown[]): rows is unknown[][] {
  return rows.length === 0 || Array.isArray(rows[0])
}

/** Converts bigints to numbers, in place, if no digits are lost. */
export function toSafeNumbers(rows: unknown[][]): unknown[][] {
  for (const row of rows) {
    for (let i = 0; i < row.length; i++) {
      const value = row[i]
      if (typeof value === 'bigint') row[i] = toSafeNumber(value)
    }
  }
  return rows
}

/** Converts a bigint to a number if no digits are lost. */
export function toSafeNumber(value: bigint): number | bigint {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}
