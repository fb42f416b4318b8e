import type { Database } from '../database/database.ts'

/*
 * Tables of our own in an application's database, described once: the description gives their SQL, the
 * types of their rows and their versions. It is plain data, beside the code that uses the table.
 */

/** A table of our own. */
export interface OwnTable {
  readonly name: string
  readonly columns: Readonly<Record<string, OwnColumn>>
  /** The constraints of the table, as SQL: its primary key, among others. */
  readonly constraints?: readonly string[]
  /** What each index covers, as SQL, by the end of its name. */
  readonly indexes?: Readonly<Record<string, string>>
  readonly uniqueIndexes?: Readonly<Record<string, string>>
  /** How the table became what is described here: the first step leads from version 1 to 2. */
  readonly upgrades?: readonly OwnUpgrade[]
}

/** A step from one version of a table to the next. */
export interface OwnUpgrade {
  /**
   * Whether processes with the code before this step can work beside it, as they have to while a deployment
   * rolls. If not, they must be stopped first, and do not start any more.
   */
  readonly isRolling: boolean
  /** The table's name before a step that renames it. */
  readonly from?: FormerTable
  /** Writes the SQL of the step, and may read the database, which the SQL before has changed already. */
  readonly statements: (database: Database) => AsyncIterable<string> | Iterable<string>
}

/** A former name, and columns that an application's own table of that name would not have. */
export interface FormerTable {
  readonly name: string
  readonly columns: readonly string[]
}

/**
 * The type of a column, not null unless there is a question mark; a list of texts, if it has no others.
 *
 * An `id` is the primary key, which the database counts up. It is never used again, because a late report
 * may still name it. Instants are bigints: milliseconds since 1970, UTC, on both databases.
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
