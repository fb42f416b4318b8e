import type { SearchLanguage } from '../columns/search/searched.ts'
import type { Table, TableColumn } from '../columns/table.ts'
import type { DatabaseValue, Dialect } from '../database/statement.ts'

/** A value to bind: it is converted for the database that the query will run on. */
export interface Parameter {
  encode(dialect: Dialect): DatabaseValue
  /** The values of a list, each as `encode` writes it. */
  readonly items?: (dialect: Dialect) => readonly DatabaseValue[]
  /** The number that is written into the statement instead of a placeholder. */
  readonly written?: number
}

/** Raw SQL as plain data: the pieces of its text, and the parameters between them. */
export interface Fragment {
  readonly text: readonly string[]
  readonly parameters: readonly Parameter[]
}

export type ComparisonOperator = '=' | '!=' | '<' | '<=' | '>' | '>='

/** What rows must match: plain data, used for both the cache key and the SQL. */
export type Condition =
  | {
      readonly kind: 'compare'
      readonly column: TableColumn
      readonly operator: ComparisonOperator
      readonly parameter: Parameter
    }
  | {
      readonly kind: 'columns'
      readonly column: TableColumn
      readonly operator: ComparisonOperator
      readonly other: TableColumn
    }
  | { readonly kind: 'sql'; readonly fragment: Fragment }
  | JsonCondition
  | { readonly kind: 'search'; readonly search: Search }
  | { readonly kind: 'jsonNull'; readonly place: JsonPlace }
  | { readonly kind: 'null'; readonly column: TableColumn; readonly negated: boolean }
  | {
      /** `list`: the value is one of several. `includes`: the column is a list with a value. */
      readonly kind: 'list' | 'like' | 'includes'
      readonly column: TableColumn
      readonly negated: boolean
      readonly parameter: Parameter
    }
  | {
      /** Columns that together have one of several combinations of values. */
      readonly kind: 'tuples'
      readonly table: Table
      readonly columns: readonly TableColumn[]
      readonly parameter: Parameter
    }
  | {
      /** Columns compared as one row: the first that differs decides. Values are equal if they sort as equal. */
      readonly kind: 'row'
      readonly columns: readonly TableColumn[]
      readonly operator: '=' | '<' | '>'
      readonly parameters: readonly Parameter[]
    }
  | { readonly kind: 'all' | 'any'; readonly conditions: readonly Condition[] }
  | FirstCondition
  | {
      readonly kind: 'related'
      readonly link: Link
      readonly condition: Condition | undefined
      readonly negated: boolean
      /** Whether it comes from an `in` with a query, which SQLite reads once instead of for each row. */
      readonly isList?: boolean
    }

/** That a row has the smallest key of all rows with the same values in some columns, among those of a scope. */
export interface FirstCondition {
  readonly kind: 'first'
  readonly table: Table
  readonly columns: readonly TableColumn[]
  readonly scope: Condition | undefined
}

/** A value inside a JSON column, by the keys and positions that lead to it. */
export interface JsonPlace {
  readonly column: TableColumn
  readonly path: readonly (string | number)[]
}

/** A condition on a value inside JSON. It includes the type, so that both databases agree. */
export interface JsonCondition extends JsonPlace {
  readonly kind: 'json'
  readonly operator: ComparisonOperator
  readonly type: 'string' | 'number' | 'boolean'
  /** The value as JSON on PostgreSQL, as itself on SQLite. */
  readonly parameter: Parameter
}

/** Words to search for in columns of a table. */
export interface Search {
  readonly table: Table
  readonly columns: readonly TableColumn[]
  readonly language: SearchLanguage | undefined
  /** The words in the dialect's syntax. */
  readonly words: Parameter
}

/** How the rows of one table belong to rows of another. */
export interface Link {
  readonly target: Table
  /** The columns with the same values on both sides: several for a key of several columns. */
  readonly pairs: readonly LinkPair[]
  /** The column that must hold the table's name, if the relation is polymorphic. */
  readonly type: LinkType | undefined
  /** The table between the two, with the columns that hold both sides' values. */
  readonly through: Through | undefined
}

/** A column of the table that a link starts from, and the one of the target that it leads to. */
export interface LinkPair {
  readonly local: string
  readonly target: string
}

/** A column that says which table a polymorphic key refers to. */
export interface LinkType {
  readonly side: 'local' | 'target'
  readonly column: TableColumn
  /** The name of the table. */
  readonly value: string
}

export interface Through {
  readonly table: string
  readonly localColumn: string
  readonly targetColumn: string
  /** The target table as a model's table; `undefined` for a pivot table. */
  readonly model: Table | undefined
}

/** Joins two conditions, either of which may be missing. */
export function both(
  left: Condition | undefined,
  right: Condition | undefined,
): Condition | undefined {
  if (left === undefined) return right
  if (right === undefined) return left
  const conditions = left.kind === 'all' ? [...left.conditions, right] : [left, right]
  return { kind: 'all', conditions }
}

/** Matches rows for which either condition holds; without `left`, only `right` counts. */
export function either(left: Condition | undefined, right: Condition): Condition {
  return left === undefined ? right : { kind: 'any', conditions: [left, right] }
}
