import type { Database } from '../database/database.ts'

/*
 * Tenon's own tables in an application's database. Each is described once: the description determines its SQL,
 * the type of its rows and its version. It is plain data, beside the code that uses the table.
 */

/** One of Tenon's own tables. */
export interface OwnTable {
  readonly name: string
  readonly columns: Readonly<Record<string, OwnColumn>>
  /** The constraints of the table, as SQL, such as its primary key. */
  readonly constraints?: readonly string[]
  /** What each index covers, as SQL, by the suffix of its name. */
  readonly indexes?: Readonly<Record<string, string>>
  readonly uniqueIndexes?: Readonly<Record<string, string>>
  /** The steps that lead from version 1 to the version described here; the first leads to version 2. */
  readonly upgrades?: readonly OwnUpgrade[]
}

/** A step from one version of a table to the next. */
export interface OwnUpgrade {
  /**
   * Whether processes with older code still work after this step, as a rolling deployment needs. If not, they
   * must be stopped before it, and do not start after it.
   */
  readonly isRolling: boolean
  /** The table's name before a step that renames it. */
  readonly from?: FormerTable
  /** Writes the SQL of the step. It may read the database, in which the SQL written before has already run. */
  readonly statements: (database: Database) => AsyncIterable<string> | Iterable<string>
}

/** A former name, and columns that an application's own table of that name would not have. */
export interface FormerTable {
  readonly name: string
  readonly columns: readonly string[]
}

/**
 * The type of a column, which is not null unless the type ends with a question mark; or a list of the only texts that
 * it may have.
 *
 * An `id` is the primary key, which the database numbers. Its values are never reused, because a late report may still
 * name them. Instants are bigints: milliseconds since 1970, UTC, on both databases.
 */
export type OwnColumn =
  | ColumnType
  | `${ColumnType}?`
  | `${'integer' | 'bigint'} = 0`
  | readonly string[]

/** The types of columns, and what is read from them. */
interface Values {
  readonly id: number
  readonly text: string
  readonly integer: number
  readonly bigint: number
  readonly bytes: Uint8Array
}

export type ColumnType = keyof Values

export type OwnRow<Table extends OwnTable> = {
  readonly [Name in keyof Table['columns']]: ValueOf<Table['columns'][Name]>
}

// oxfmt-ignore
type ValueOf<Column> =
  Column extends readonly (infer Text)[] ? Text :
  Column extends ColumnType              ? Values[Column] :
  Column extends `${infer Type}?`        ? ValueOf<Type> | null :
  Column extends `${infer Type} = 0`     ? ValueOf<Type> : never
