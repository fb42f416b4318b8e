import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { RawBuilder } from 'kysely'
import type { SqliteConversion } from '../stored/sqlite-conversion.ts'
import type { DatabaseValue, Dialect } from '../../database/statement.ts'

/** The total number of digits of a decimal number, and how many of them follow the point. */
export interface Digits {
  readonly precision: number
  readonly scale: number
}

/** The range of an integer, or the number of characters of a text. */
export interface Limits {
  readonly min?: number
  readonly max: number
}

/** Limits as they are declared: the other one is that of the type. */
export type DeclaredLimits = Limits | { readonly min: number; readonly max?: number }

/** SQL text for each database. */
export type ColumnSql = Readonly<Record<Dialect, string>>

/** What a column says about the values of its type. */
export interface TypeDetails {
  /** The digits of a `decimal`. */
  readonly digits: Digits | undefined
  /** What values a model may write; the database is not told. */
  readonly limits: Limits | undefined
  /** The only allowed texts; a check in the database enforces them. */
  readonly values: readonly string[] | undefined
  /** Checks the values of a JSON column before they are written. */
  readonly schema: StandardSchemaV1 | undefined
}

/** A column whose values are written. */
export interface WrittenColumn extends TypeDetails {
  readonly primaryKey: boolean
  readonly unique: boolean
  readonly index: boolean
}

/** The two ways to reject a value; a hidden column's value is not repeated in the message. */
export interface Refusals {
  /** It is of another type: a mistake of the programmer. */
  kind(value: unknown): never
  /** It is of the type, but the column cannot hold it: the client is told what the column wants. */
  content(value: unknown, wanted: string): never
}

/** Converts a value, other than null, to what the database stores. */
export type Write = (value: unknown, refuse: Refusals, dialect: Dialect) => DatabaseValue

/** Converts what the database stores, other than null, to the value. */
export type Read = (stored: unknown) => unknown

/** A value that identifies a record. */
export type Key = string | number | bigint

/** How the items of a list are converted. */
export interface Items {
  encode(item: unknown): DatabaseValue
  read(stored: unknown): unknown
  /** Whether they are whole numbers that may need more digits than a number has. */
  readonly areExact: boolean
}

/**
 * All that is known about a type of columns. The other rooms ask here, so that a new type is one file.
 */
export interface TypeRules {
  /** Its name in schemas and migrations. */
  readonly name: string

  /** The type as written in `create table`. */
  readonly sql: (details: Pick<TypeDetails, 'digits'>, item?: ColumnSql) => ColumnSql
  /** A check with which SQLite keeps out what the type does not have; the column is quoted. */
  readonly sqliteCheck?: (column: string) => string

  /**
   * How SQLite makes its values from those of other types, by their names, as PostgreSQL's casts do. Any other type is
   * stored alike, or SQLite converts it by itself.
   */
  readonly sqliteFrom?: Readonly<Record<string, SqliteConversion>>

  /** What a value must be, for messages. */
  readonly expected: string
  readonly writer: (column: WrittenColumn, name: string, items: Items) => Write
  /** Absent, or without a result, if the drivers return the values themselves. */
  readonly reader?: (
    details: TypeDetails,
    place: { readonly name: string; readonly dialect: Dialect; readonly items: Items },
  ) => Read | undefined
  /** How a database takes a value that it has sent; absent if it is the same. */
  readonly takenAs?: Partial<Readonly<Record<Dialect, (sent: DatabaseValue) => DatabaseValue>>>
  /** How SQLite reads a value from a list, which it gets as JSON; absent if the list has the value itself. */
  readonly listedInSqlite?: (item: RawBuilder<unknown>) => RawBuilder<unknown>
  /** Reads a value as PostgreSQL prints it in a list; absent if `reader` takes it, or it is a text. */
  readonly readText?: (text: string) => unknown
  /** Whether null can be one of its values, besides that of a nullable column. */
  readonly hasNull?: boolean
  /** Reads a constant that a file of JSON contains. */
  readonly fromJson?: (json: unknown) => unknown

  /** Reads a value from a path; `undefined` if it is not in canonical form. Absent if a path has none. */
  readonly parseKey?: (text: string) => Key | undefined
  /** How a primary key of this type is declared. */
  readonly keyKind?: 'id' | 'bigId' | 'uuidId' | 'stringId'
  /** The smallest and the largest whole number, if it has only whole numbers. */
  readonly range?: { readonly min: number | bigint; readonly max: number | bigint }

  /** The JSON Schema of what a client receives; absent if only the column itself knows it. */
  readonly jsonSchema?: (details: TypeDetails, item?: object) => Readonly<Record<string, unknown>>
  /** What clients that revive answers make of its JSON, which is text; absent if it stays what it is. */
  readonly revivedAs?: 'Date' | 'bigint'
  /** That of a parameter of a path, if it is another one. */
  readonly keySchema?: (details: TypeDetails) => Readonly<Record<string, unknown>>

  /** What cannot be compared with anything but null, for messages. */
  readonly incomparable?: string
  /** Whether its values are texts of words: to be searched, and matched with patterns. */
  readonly isText?: boolean
  /** Whether both databases know which of its values is the smallest, and which the largest. */
  readonly hasExtremes: boolean
  /** The type in which a database compares its values to find the smallest and the largest. */
  readonly extremesAs?: Partial<ColumnSql>
  /** The type in which a database tells its values apart. */
  readonly groupedAs?: Partial<ColumnSql>
  /** Reads a sum of its values, other than null; absent unless they are numbers. */
  readonly readSum?: (sum: unknown) => unknown
  /** A condition that a sum does not fit: PostgreSQL notices it by itself unless the column has limits, SQLite never does. */
  readonly isOutside?: (
    sum: RawBuilder<unknown>,
    details: Pick<TypeDetails, 'digits' | 'limits'>,
  ) => RawBuilder<unknown>

  readonly found: FoundAs
  /**
   * Reads a default as a database prints it, and what its quotes contain; `undefined` if it is none of
   * the type's values.
   */
  readonly readDefault: (
    printed: PrintedDefault,
    details: Pick<TypeDetails, 'digits' | 'values'>,
  ) => unknown
  /** What a default that one database computes is on both; `undefined` if that is unknown. */
  readonly translateDefault?: (computed: ComputedDefault) => ColumnSql | undefined
}

/** How the type is recognized in a database that exists. */
export interface FoundAs {
  /** PostgreSQL's own names of the types that are read and written alike, such as `int4`. */
  readonly postgres: readonly string[]
  /** How PostgreSQL prints the type of `create table`, if it has another name for it. */
  readonly printed?: string
  /** The names with which other programs declare such columns of SQLite. */
  readonly sqlite: readonly string[]
  /** The type and the check of a column that this one stands for on SQLite. */
  readonly checked?: { readonly type: string; readonly isCheck: (check: string) => boolean }
}

/** A default as a database prints it. */
export interface PrintedDefault {
  readonly text: string
  /** What the quotes contain, if it is a text. */
  readonly inner: string | undefined
}

export interface ComputedDefault {
  /** As the database prints it. */
  readonly sql: string
  /** The same in lower case, without casts and parentheses. */
  readonly name: string
  readonly dialect: Dialect
}
