import type { Searched } from '../columns/search/searched.ts'
import type { ColumnDefinition, ReferentialAction } from '../columns/column.ts'

/** What a database says about itself, in terms that SQLite and PostgreSQL share. */
export interface Catalog {
  readonly tables: readonly CatalogTable[]
  /** Views, materialized views and foreign tables. */
  readonly views: readonly CatalogView[]
  /** What exists beside tables, and has no counterpart in models: triggers, functions. */
  readonly remarks: readonly Remark[]
}

/** Something that models and migrations cannot express, and what you can do about it. */
export interface Remark {
  /** The object: `film.fulltext`, `the view film_list`. */
  readonly place: string
  readonly text: string
}

/** What is read like a table. */
export interface CatalogView {
  readonly name: string
  /** `the view`, `the materialized view`. */
  readonly kind: string
  readonly columns: readonly CatalogColumn[]
}

export interface CatalogTable {
  readonly name: string
  /** Whether the role of the connection may read all of its columns. */
  readonly isReadable: boolean
  readonly columns: readonly CatalogColumn[]
  readonly primaryKey: readonly string[]
  readonly foreignKeys: readonly CatalogForeignKey[]
  readonly indexes: readonly CatalogIndex[]
  /** What `createSearchIndex` wrote. */
  readonly searches: readonly Searched[]
  /** Checks as SQL, without the word `check`. */
  readonly checks: readonly string[]
}

export interface CatalogColumn {
  readonly name: string
  /** The type as the database writes it. */
  readonly nativeType: string
  /** The kind of column that reads and writes its values; `undefined` if there is none. */
  readonly kind: ColumnKind | undefined
  readonly isNullable: boolean
  /** Whether the database numbers the rows. */
  readonly isNumbered: boolean
  /** Whether it refuses numbers that are given to it. */
  readonly isAlwaysNumbered?: boolean
  /** The default, as SQL. */
  readonly defaultSql: string | undefined
  /** The SQL of a generated column. */
  readonly generatedSql: string | undefined
  /** Whether that SQL needs a sequence or function that no migration creates. */
  readonly needsOther: boolean
  /** The checks of the domain that is its type, as SQL about `VALUE`. */
  readonly domainChecks?: readonly string[]
  /** Why no column reads what its rows contain, although one reads its type. */
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
  /** In order of the index. */
  readonly keys: readonly IndexKey[]
  readonly where: string | undefined
  /** Whether it ignores the case of a text by the collation of its column. */
  readonly ignoresCase?: boolean
  /** The whole definition if `createIndex` cannot write it: another method, order or collation. */
  readonly exotic: string | undefined
}

/** A column, or an expression as SQL. */
export type IndexKey = { readonly column: string } | { readonly expression: string }
