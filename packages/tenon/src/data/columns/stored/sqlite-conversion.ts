/** SQL with which SQLite converts values from one type to another. The column name is passed quoted. */
export interface SqliteConversion {
  readonly value: (column: string) => string
  /** Whether a value can be converted; absent if every value can. */
  readonly isPossible?: (column: string) => string
}

/** Both types store the value alike, or SQLite converts it by itself. */
export const storedAlike: SqliteConversion = { value: (column) => column }
