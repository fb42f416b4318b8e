import type { Table, TableColumn } from '../columns/table.ts'
import type {
  ComparisonOperator,
  Condition,
  Fragment,
  JsonPlace,
  Link,
  Parameter,
  Search,
} from './condition.ts'

/** Which rows a query reads, and in which order: immutable plain data. */
export interface Selection {
  readonly table: Table
  /** The columns that are read; `undefined` for all of them. */
  readonly columns: readonly TableColumn[] | undefined
  readonly condition: Condition | undefined
  /** The owner whose rows row level security lets the query see; absent if the outer query says it, or nothing does. */
  readonly owners?: () => string | undefined
  /** A list of keys: the rows have one of them. */
  readonly keys: Parameter | undefined
  readonly order: readonly AnyOrder[]
  readonly limit: Parameter | undefined
  readonly offset: Parameter | undefined
  /** Locks the rows until the transaction ends; SQLite's transactions lock the whole database. */
  readonly lock: Lock | undefined
  readonly aggregates: readonly RelatedAggregate[]
  /** Applies limit and offset per value of these columns, or of the pivot table's owner column. */
  readonly limitPer: readonly TableColumn[] | 'pivot' | undefined
  /** Joins the table in between, and also reads its columns. */
  readonly pivot: Pivot | undefined
  /** The rows of other tables that each row refers to, read in the same statement. Then `order` has columns only. */
  readonly joined?: readonly Joined[]
}

/** Selects every row of a table. */
export function selectAll(table: Table): Selection {
  return {
    table,
    columns: undefined,
    condition: undefined,
    keys: undefined,
    order: [],
    limit: undefined,
    offset: undefined,
    lock: undefined,
    aggregates: [],
    limitPer: undefined,
    pivot: undefined,
  }
}

/** The order of a table's keys. */
export function keyOrder({ keys }: Table, direction: Order['direction'] = 'asc'): readonly Order[] {
  return keys.map((column) => ({ column, direction }))
}

/**
 * How to treat rows that another transaction has locked. `share` waits too. It lets others change the rows, unless they
 * lock them with `wait` first, as a move to another owner does.
 */
export type Lock = 'wait' | 'skip' | 'fail' | 'share'

/** An order by a column, or by another value of a row. */
export type AnyOrder = Order | ComputedOrder

/**
 * An order by something other than a column of the table:
 * raw SQL, a value inside JSON, the relevance of a search, an aggregate by its name, a column of the one related row, or
 * one of the pivot table.
 */
export interface ComputedOrder {
  readonly column: undefined
  readonly by:
    | { readonly kind: 'sql'; readonly fragment: Fragment }
    | { readonly kind: 'json'; readonly place: JsonPlace }
    | { readonly kind: 'relevance'; readonly search: Search }
    | { readonly kind: 'aggregate'; readonly aggregate: RelatedAggregate }
    | ({ readonly kind: 'related' } & RelatedColumn)
    | { readonly kind: 'pivot'; readonly column: TableColumn }
  readonly direction: 'asc' | 'desc'
}

/** A column of the related row; of the one with the smallest key if there are several. */
export interface RelatedColumn {
  readonly link: Link
  readonly column: TableColumn
  readonly condition: Condition | undefined
}

export interface Order {
  readonly column: TableColumn
  readonly direction: 'asc' | 'desc'
  /** Whether the condition excludes null or all other values, so that an index of SQLite has this order. */
  readonly areNullsApart?: boolean
}

/** A column of the result that is computed from related rows. */
export interface RelatedAggregate {
  readonly name: string
  /** What is computed; `exists` tells whether there are any. */
  readonly by: Aggregate | 'exists'
  /** The column that it is computed from; `count` and `exists` do not read it. */
  readonly column: TableColumn
  readonly link: Link
  readonly condition: Condition | undefined
}

/** Rows of the table in between, a pivot table or a model's, for a list of keys on its other side. */
export interface Pivot {
  readonly table: string
  /** The column that refers to the selected table's rows, by their `joinColumn`. */
  readonly targetColumn: string
  readonly joinColumn: string
  /** The column that marks rows in between as deleted. */
  readonly deletedAt: string | undefined
  /** The column that refers to the other table's rows; read first. */
  readonly localColumn: string
  readonly columns: readonly TableColumn[]
  readonly localKeys: Parameter
}

/** The row of another table that a column refers to, if there is one that matches the condition. */
export interface Joined {
  readonly table: Table
  readonly columns: readonly TableColumn[]
  readonly local: TableColumn
  readonly key: TableColumn
  readonly condition: Condition | undefined
}

/** What to do with the rows of a selection. */
export type Operation =
  | { readonly kind: 'rows' }
  | { readonly kind: 'count' }
  | { readonly kind: 'exists' }
  | { readonly kind: 'column'; readonly column: TableColumn }
  | { readonly kind: 'delete'; readonly returning?: ReturnedColumns }
  | {
      readonly kind: 'update'
      readonly changes: readonly Change[]
      readonly returning?: ReturnedColumns
    }
  | ValuesOperation

/** The columns of each written row that a write returns; `undefined` for none. */
export type ReturnedColumns = readonly TableColumn[] | undefined

/** Reads chosen columns, and values computed for each group of rows that are equal in these columns. */
export interface ValuesOperation {
  readonly kind: 'values'
  readonly outputs: readonly Output[]
  readonly isGrouped: boolean
  readonly isDistinct: boolean
  readonly having: readonly Having[]
  readonly orderBy: readonly OutputOrder[]
}

export type Aggregate = 'count' | 'sum' | 'avg' | 'min' | 'max'

/** A value of each row: a column, a value computed from one, raw SQL, or a value inside JSON. */
export type Output =
  | { readonly name: string; readonly by: 'column'; readonly column: TableColumn }
  | ComputedOutput
  | RawOutput
  | { readonly name: string; readonly by: 'json'; readonly place: JsonPlace }

/** A value computed from a column of several rows, or their number. */
export interface ComputedOutput {
  readonly name: string
  readonly by: Aggregate
  readonly column: TableColumn
}

interface RawOutput {
  readonly name: string
  readonly by: 'sql'
  readonly fragment: Fragment
  /** Whether rows are grouped by it, too; otherwise it may contain an aggregate. */
  readonly isGroup: boolean
}

/** A comparison that groups must match. */
export interface Having {
  readonly output: Output
  readonly operator: ComparisonOperator
  readonly parameter: Parameter
}

export interface OutputOrder {
  readonly output: Output
  readonly direction: 'asc' | 'desc'
}

/** A column and its new value, or the amount to add to it. */
export interface Change {
  readonly column: TableColumn
  readonly by: 'value' | 'increment'
  readonly parameter: Parameter
}
