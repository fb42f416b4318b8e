import type { Searched } from '../columns/search/searched.ts'
import type { ColumnDefinition, ReferentialAction } from '../columns/column.ts'

/** The catalog of a database, in terms that SQLite and PostgreSQL share. */
export interface Catalog {
  readonly tables: readonly CatalogTable[]
  /** Views, materialized views and foreign tables. */
  readonly views: readonly CatalogView[]
  /** Remarks about other objects, such as triggers and functions, which models cannot express. */
  readonly remarks: readonly Remark[]
}

/** Something that models and migrations cannot express, and what you can do about it. */
export interface Remark {
  /** The object: `film.fulltext`, `the view film_list`. */
  readonly place: string
  readonly text: string
}

/** A view or something else that is read like a table. */
export interface CatalogView {
  readonly name: string
  /** `the view`, `the materialized view`. */
  readonly kind: string
  readonly columns: readonly CatalogColumn[]
}

export interface CatalogTable {
  readonly name: string
  /** Whether the connection's role may read all columns of the table. */
  readonly isReadable: boolean
  readonly columns: readonly CatalogColumn[]
  readonly primaryKey: readonly string[]
  readonly foreignKeys: readonly CatalogForeignKey[]
  readonly indexes: readonly CatalogIndex[]
  /** The search indexes that `createSearchIndex` wrote. */
  readonly searches: readonly Searched[]
  /** Checks as SQL, without the word `check`. */
  readonly checks: readonly string[]
}

export interface CatalogColumn {
  readonly name: string
  /** The type as the database writes it. */
  readonly nativeType: string
  /** The kind of column that reads and writes its values; `undefined` if no kind does. */
  readonly kind: ColumnKind | undefined
  readonly isNullable: boolean
  /** Whether the database assigns values by counting up. */
  readonly isNumbered: boolean
  /** Whether the database rejects values that an insert gives for it. */
  readonly isAlwaysNumbered?: boolean
  /** The default, as SQL. */
  readonly defaultSql: string | undefined
  /** The SQL of a generated column. */
  readonly generatedSql: string | undefined
  /** Whether that SQL needs a sequence or function that no migration creates. */
  readonly needsOther: boolean
  /** If the type is a domain, the checks of the domain, as SQL about `VALUE`. */
  readonly domainChecks?: readonly string[]
  /** Why no kind of column reads the stored values, although one would read the declared type. */
  readonly unreadable?: string
}

export type ColumnKind = Pick<ColumnDefinition, 'type' | 'digits' | 'values'> &
  Partial<Pick<ColumnDefinition, 'limits' | 'item'>>

export interface CatalogForeignKey {
  readonly columns: readonly string[]
  readonly table: string
  readonly targetColumns: readonly string[]
  readonly onDelete: ReferentialAction | 'set default'
  readonly onUpdate: ReferentialAction | 'set default'
  readonly isDeferrable: boolean
  /** Whether the table is in another schema. */
  readonly isElsewhere: boolean
}

export interface CatalogIndex {
  readonly name: string
  readonly unique: boolean
  /** The columns and expressions, in the order of the index. */
  readonly keys: readonly IndexKey[]
  readonly where: string | undefined
  /** Whether the index ignores case because its column has a collation that does. */
  readonly ignoresCase?: boolean
  /** The whole definition if `createIndex` cannot write it: another method, order or collation. */
  readonly exotic: string | undefined
}

/** A column, or an expression as SQL. */
export type IndexKey = { readonly column: string } | { readonly expression: string }
