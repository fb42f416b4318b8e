/** SQL with which SQLite converts values from one type to another. The column name is passed quoted. */
export interface SqliteConversion {
  readonly value: (column: string) => string
  /** Whether a value can be converted; absent if every value can. */
  readonly isPossible?: (column: string) => string
}
