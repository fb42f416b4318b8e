/**
 * The differences between the SQL of the two databases. Code that depends on the database uses one of these
 * properties and never compares the dialect's name.
 */
export interface DialectAdapter {
  /** SQL for the current time in milliseconds since 1970, by the database's clock, which all processes share. */
  readonly now: string
  /** The prefix that makes a statement return its plan. */
  readonly explain: string
  /** Whether parameters are `$1`, which a statement may repeat, instead of `?`. */
  readonly numbersParameters: boolean
  /** Converts a moment for the driver. */
  readonly timestamp: (moment: Date) => number | string
  /** SQL for a text in lower case. It folds only ASCII letters, so that an index is the same on every machine. */
  readonly foldCase: (text: string) => string
  /** The SQL function that returns the position of a part in a text, from 1; 0 if the text does not contain it. */
  readonly positionOf: string
  /** A query that returns a row if the table named by its parameter exists in the current schema. */
  readonly hasTable: string
  /**
   * A statement that waits for the lock named by its parameter and holds it until the transaction ends;
   * `undefined` if a transaction locks the whole database anyway.
   */
  readonly lockForTransaction: string | undefined
  /** The direction of an `order by` in which null is the largest value. */
  readonly nullsAreLargest: Readonly<Record<'asc' | 'desc', string>>
  /** The end of a `select` that locks its rows until the transaction ends. */
  readonly lockRows: string
  /** The end of a `select` that skips rows locked by others and locks the rest until the transaction ends. */
  readonly lockFreeRows: string
  /** Whether an update or delete takes the write lock even if no row matches. */
  readonly locksBeforeItLooks: boolean
  /** Whether a `with` clause may contain an insert, update or delete with `returning`. */
  readonly changesInWith: boolean
  /**
   * A condition that a row is one of those that a query picks. The query skips rows that others are picking.
   * `from` is the text of the query after the word `from`.
   */
  readonly isPicked: (from: string) => string
  /**
   * A condition that is always true. If a statement contains it, the commit does not wait for the disk, and the
   * change may be lost if the server crashes within a second.
   */
  readonly commitsUnflushed: string
  /** A table, named `given`, of the objects in a JSON list. */
  readonly rowsOf: (list: string, columns: ListColumns) => string
  /** A condition that a column's value is in a JSON list of texts. */
  readonly isAmong: (column: string, list: string) => string
  /** A condition that a row has the same values in these columns as some row of a table. */
  readonly isAmongRows: (columns: readonly [string, ...string[]], table: string) => string
}

/** The columns of a list's objects. */
export type ListColumns = Readonly<Record<string, 'bigint' | 'text'>>
