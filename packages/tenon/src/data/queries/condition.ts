import type { Table, TableColumn } from '../columns/table.ts'
import type { DatabaseValue, Dialect } from '../database/statement.ts'

/** A value to be bound: it is converted for the database that the query turns out to run on. */
export interface Parameter {
  encode(dialect: Dialect): DatabaseValue
}

export type ComparisonOperator = '=' | '!=' | '<' | '<=' | '>' | '>='

/** What rows must fulfil: plain data, from which both the cache key and the SQL are made. */
export type Condition =
  | {
      readonly kind: 'compare'
      readonly column: TableColumn
      readonly operator: ComparisonOperator
      readonly parameter: Parameter
    }
  | { readonly kind: 'null'; readonly column: TableColumn; readonly negated: boolean }
  | {
      readonly kind: 'list' | 'like'
      readonly column: TableColumn
      readonly negated: boolean
      readonly parameter: Parameter
    }
  | { readonly kind: 'all' | 'any'; readonly conditions: readonly Condition[] }
  | {
      readonly kind: 'related'
      readonly link: Link
      readonly condition: Condition | undefined
      readonly negated: boolean
    }

/** How the rows of one table belong to rows of another. */
export interface Link {
  readonly target: Table
  /** The column of the table that the link starts from. */
  readonly localColumn: string
  readonly targetColumn: string
  /** The table between the two, with the columns that hold both sides' values. */
  readonly through: Through | undefined
}

export interface Through {
  readonly table: string
  readonly localColumn: string
  readonly targetColumn: string
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

/** Lets rows fulfil one condition or the other; without a first one, only the second counts. */
export function either(left: Condition | undefined, right: Condition): Condition {
  return left === undefined ? right : { kind: 'any', conditions: [left, right] }
}
