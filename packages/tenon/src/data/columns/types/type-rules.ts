import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { RawBuilder } from 'kysely'
import type { OwnWord } from '../../../base/language/words/own-word.ts'
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

/** Limits as they are declared: one may be left out, and is then that of the type. */
export type DeclaredLimits = Limits | { readonly min: number; readonly max?: number }

/** SQL text for each database. */
export type ColumnSql = Readonly<Record<Dialect, string>>

/** What a column says about the values of its type. */
export interface TypeDetails {
  /** The digits of a `decimal`. */
  readonly digits: Digits | undefined
  /** The limits of the values that a model may write; the database does not enforce them. */
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
  /** The value has another type: the programmer's mistake. */
  kind(value: unknown): never
  /** The value has the right type, but the column cannot hold it: the client receives this message. */
  content(value: unknown, problem: OwnWord, details?: Details): never
}

/** What is filled into a message. */
export type Details = Readonly<Record<string, string | number | bigint>>

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
 * All rules of a column type. The rest of the code reads them here, so that a new type takes one file.
 */
export interface TypeRules {
  /** Its name in schemas and migrations. */
  readonly name: string

  /** The type as written in `create table`. */
  readonly sql: (details: Pick<TypeDetails, 'digits'>, item?: ColumnSql) => ColumnSql
  /** A check with which SQLite rejects other values; the column name is passed quoted. */
  readonly sqliteCheck?: (column: string) => string

  /**
   * How SQLite converts values of other types, by name of the type, as PostgreSQL's casts do. A type that is not listed
   * is refused, because a migration has to work on both databases. Decimals have rules of their own.
   */
  readonly sqliteFrom?: Readonly<Record<string, SqliteConversion>>

  /** What a value must be, for messages. */
  readonly expected: string
  readonly writer: (column: WrittenColumn, name: string, items: Items) => Write
  /** Absent, or returns `undefined`, if the drivers return the values themselves. */
  readonly reader?: (
    details: TypeDetails,
    place: { readonly name: string; readonly dialect: Dialect; readonly items: Items },
  ) => Read | undefined
  /** Converts a value that a database has sent to the form that it accepts; absent if the form is the same. */
  readonly takenAs?: Partial<Readonly<Record<Dialect, (sent: DatabaseValue) => DatabaseValue>>>
  /** SQL with which SQLite reads a value from a JSON list; absent if the list contains the value itself. */
  readonly listedInSqlite?: (item: RawBuilder<unknown>) => RawBuilder<unknown>
  /** Reads a value as PostgreSQL prints it in a list; absent if `reader` accepts that text, or the value is a text. */
  readonly readText?: (text: string) => unknown
  /** Whether the type has a null of its own, as JSON does, besides the null of a nullable column. */
  readonly hasNull?: boolean
  /** Reads a constant from a JSON file. */
  readonly fromJson?: (json: unknown) => unknown

  /** Reads a value from a URL path; `undefined` if it is not in canonical form. Absent if no path has such values. */
  readonly parseKey?: (text: string) => Key | undefined
  /** How a primary key of this type is declared. */
  readonly keyKind?: 'id' | 'bigId' | 'uuidId' | 'stringId'
  /** The smallest and the largest whole number, if it has only whole numbers. */
  readonly range?: { readonly min: number | bigint; readonly max: number | bigint }

  /** The JSON Schema of what a client receives; absent if only the column itself knows it. */
  readonly jsonSchema?: (details: TypeDetails, item?: object) => Readonly<Record<string, unknown>>
  /** The type to which clients that revive responses convert its JSON text; absent if they leave it unchanged. */
  readonly revivedAs?: 'Date' | 'bigint'
  /** The JSON Schema of a path parameter, if it is a different one. */
  readonly keySchema?: (details: TypeDetails) => Readonly<Record<string, unknown>>

  /** What messages call the values, if they can only be compared with null. */
  readonly incomparable?: string
  /** Whether its values are texts of words, which can be searched and matched with patterns. */
  readonly isText?: boolean
  /** Whether both databases can find the smallest and the largest value. */
  readonly hasExtremes: boolean
  /** The type in which a database compares its values to find the smallest and the largest. */
  readonly extremesAs?: Partial<ColumnSql>
  /** The type to which a database casts the values to group them. */
  readonly groupedAs?: Partial<ColumnSql>
  /** Reads a sum of its values, other than null; absent unless they are numbers. */
  readonly readSum?: (sum: unknown) => unknown
  /** The condition that a sum does not fit. PostgreSQL checks it itself unless the column has limits, SQLite never. */
  readonly isOutside?: (
    sum: RawBuilder<unknown>,
    details: Pick<TypeDetails, 'digits' | 'limits'>,
  ) => RawBuilder<unknown>

  readonly found: FoundAs
  /**
   * Reads a default as a database prints it; `undefined` if it is not a value of the type. `readItem` reads an item of
   * a list.
   */
  readonly readDefault: (
    printed: PrintedDefault,
    details: Pick<TypeDetails, 'digits' | 'values'>,
    readItem: (text: string) => unknown,
  ) => unknown
  /** The SQL on both databases for a default that one of them computes; `undefined` if it is unknown. */
  readonly translateDefault?: (computed: ComputedDefault) => ColumnSql | undefined
}

/** How the type is recognized in an existing database. */
export interface FoundAs {
  /** PostgreSQL's own names of the types that are read and written alike, such as `int4`. */
  readonly postgres: readonly string[]
  /** The name with which PostgreSQL prints the type, if it differs from the one in `create table`. */
  readonly printed?: string
  /** The names with which other programs declare such columns on SQLite. */
  readonly sqlite: readonly string[]
  /** On SQLite, the stored type and the check by which the type is recognized. */
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
