import type { Table, TableColumn } from '../columns/table.ts'
import type { Condition, Link, Parameter } from './condition.ts'

/** Which rows a query is about, and in which order: plain data that no method changes. */
export interface Selection {
  readonly table: Table
  readonly condition: Condition | undefined
  /** A list of keys, of which the rows have one. */
  readonly keys: Parameter | undefined
  readonly order: readonly Order[]
  readonly limit: Parameter | undefined
  readonly offset: Parameter | undefined
  /** Locks the rows until the transaction ends; SQLite's transactions lock the whole database. */
  readonly lock: boolean
  readonly counts: readonly RelatedCount[]
  /** Joins the table between this one and another, and reads columns of it as well. */
  readonly pivot: Pivot | undefined
}

/** Selects every row of a table. */
export function selectAll(table: Table): Selection {
  return {
    table,
    condition: undefined,
    keys: undefined,
    order: [],
    limit: undefined,
    offset: undefined,
    lock: false,
    counts: [],
    pivot: undefined,
  }
}

export interface Order {
  readonly column: TableColumn
  readonly direction: 'asc' | 'desc'
}

/** A column of the result that counts related rows. */
export interface RelatedCount {
  readonly name: string
  readonly link: Link
  readonly condition: Condition | undefined
}

/** Rows of a table between two, for a list of keys on its other side. */
export interface Pivot {
  readonly table: string
  /** The column that names the selected table's rows, by their key. */
  readonly targetColumn: string
  /** The column that names the other table's rows; read first. */
  readonly localColumn: string
  readonly columns: readonly TableColumn[]
  readonly localKeys: Parameter
}

/** What is done with the rows of a selection. */
export type Operation =
  | { readonly kind: 'rows' }
  | { readonly kind: 'count' }
  | { readonly kind: 'exists' }
  | { readonly kind: 'column'; readonly column: TableColumn }
  | { readonly kind: 'delete' }
  | { readonly kind: 'update'; readonly changes: readonly Change[] }

/** A column and its new value, or what is added to it. */
export interface Change {
  readonly column: TableColumn
  readonly by: 'value' | 'increment'
  readonly parameter: Parameter
}
