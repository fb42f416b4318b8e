/** How SQLite makes values of one type from those of another, as SQL; the column is quoted. */
export interface SqliteConversion {
  readonly value: (column: string) => string
  /** Whether a value can be converted; absent if each can. */
  readonly isPossible?: (column: string) => string
}
