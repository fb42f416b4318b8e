/**
 * What the two databases write differently in SQL. Whatever depends on the database asks for one of these
 * facts, so that nothing compares the name of the dialect.
 */
export interface DialectAdapter {
  /** The database's clock, in milliseconds since 1970: all processes use the same one. */
  readonly now: string
  /** The words before a statement that ask for its plan. */
  readonly explain: string
  /** Whether parameters are `$1`, which may be used several times, and not `?`. */
  readonly numbersParameters: boolean
  /** A moment as the driver takes it. */
  readonly timestamp: (moment: Date) => number | string
  /** A text in lower case: ASCII letters only, because an index must mean the same on every machine. */
  readonly foldCase: (text: string) => string
  /** The function that says where in a text a part begins, counted from 1; 0 if it is not in it. */
  readonly positionOf: string
  /** Finds a row if the table in its parameter exists in the current schema. */
  readonly hasTable: string
  /**
   * Waits for the lock with the name in its parameter, and keeps it until the transaction ends;
   * `undefined` if a transaction locks the whole database anyway.
   */
  readonly lockForTransaction: string | undefined
  /** The words of an order in which null is the largest value. */
  readonly nullsAreLargest: Readonly<Record<'asc' | 'desc', string>>
  /** After a `select`: keeps its rows from others until the transaction ends. */
  readonly lockRows: string
  /** The same, past the rows that others keep. */
  readonly lockFreeRows: string
  /** Whether a change takes the lock for writing although there turns out to be nothing to change. */
  readonly locksBeforeItLooks: boolean
  /** Whether `with` may contain a change, whose rows another one uses. */
  readonly changesInWith: boolean
  /**
   * A condition that a row is among those that a query picks, past those that others are picking;
   * `from` is the query after its `from`.
   */
  readonly isPicked: (from: string) => string
  /**
   * A condition that is always true. The commit of a change that has it does not wait for the disk; it may be
   * lost if the server crashes within a second.
   */
  readonly commitsUnflushed: string
  /** A table of the objects in a JSON list. */
  readonly rowsOf: (list: string, columns: ListColumns) => string
  /** A condition that a column's value is in a JSON list of texts. */
  readonly isAmong: (column: string, list: string) => string
  /** A condition that a row's columns have the values of one of the rows of a table. */
  readonly isAmongRows: (columns: readonly [string, ...string[]], table: string) => string
}

/** The columns of a list's objects. */
export type ListColumns = Readonly<Record<string, 'bigint' | 'text'>>
