import { toMatchValue } from '../../database/changes/change.ts'
import type { Dialect, Row } from '../../database/statement.ts'
import type { Condition, FirstCondition, Link } from '../condition.ts'
import type { AnyOrder, Pivot, Selection } from '../selection.ts'
import { nameInReads, Reads, type ReadSet } from './read-set.ts'
import { type KnownRows, rowsOfCondition, rowsOfSelection } from './rows-of-condition.ts'
import { foundRows, rowsOfLink } from './rows-of-link.ts'

/** What a query reads: its own table, and those of its conditions, aggregates and orders. */
export function readsOfSelection(selection: Selection, dialect: Dialect): ReadSet {
  const { table, condition, aggregates, order, pivot } = selection
  const reads = new Reads()
  const rows = rowsOfSelection(selection, dialect)
  const place: Place = { reads, database: table.database, dialect, rows }
  add(place, table.name, rows)
  addRelated(place, condition)
  for (const each of aggregates) addLinked(place, each.link, each.condition)
  for (const each of order) addOrder(place, each)
  if (pivot !== undefined) addPivot(place, pivot)
  return reads.toSet()
}

/**
 * What aggregates read for the rows that a query found, with values in the order of the selection's columns. The
 * found rows do not depend on aggregates, unless the query is ordered by one.
 */
export function readsOfAggregates(
  { table, columns = table.columns, aggregates }: Selection,
  found: readonly Row[],
  dialect: Dialect,
): ReadSet {
  const reads = new Reads()
  for (const { link, condition } of aggregates) {
    const rows = foundRows(link, columns, found)
    addLinked({ reads, database: table.database, dialect, rows }, link, condition)
  }
  return reads.toSet()
}

/** Where reads are collected, and the rows that links start from. */
interface Place {
  readonly reads: Reads
  readonly database: string | undefined
  readonly dialect: Dialect
  readonly rows: KnownRows
}

function add({ reads, database }: Place, table: string, rows: true | KnownRows): void {
  reads.add(nameInReads(database, table), rows)
}

function addRelated(place: Place, condition: Condition | undefined): void {
  if (condition?.kind === 'related') addLinked(place, condition.link, condition.condition)
  if (condition?.kind === 'first') addAlike(place, condition)
  if (condition?.kind !== 'all' && condition?.kind !== 'any') return
  for (const each of condition.conditions) addRelated(place, each)
}

/** Adds the rows on the other side of a link that match the condition and may belong to the rows of `place`. */
function addLinked(place: Place, link: Link, condition: Condition | undefined): void {
  const wanted = rowsOfCondition(condition, place.dialect)
  const { target: rows, between } = rowsOfLink(link, place.rows, wanted)
  add(place, link.target.name, rows)
  if (link.through !== undefined) add(place, link.through.table, between)
  addRelated({ ...place, rows }, condition)
}

/** Adds the rows that decide which one is the first: those with the same values in its columns. */
function addAlike(place: Place, { table, columns, scope }: FirstCondition): void {
  const isNamed = (name: string): boolean => columns.some((column) => column.name === name)
  const alike = place.rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => isNamed(name))),
  )
  add(place, table.name, alike)
  addRelated({ ...place, rows: alike }, scope)
}

function addOrder(place: Place, { column, ...order }: AnyOrder): void {
  if (column !== undefined || !('by' in order)) return
  if (order.by.kind === 'related') addLinked(place, order.by.link, order.by.condition)
  if (order.by.kind === 'aggregate') {
    addLinked(place, order.by.aggregate.link, order.by.aggregate.condition)
  }
}

function addPivot(place: Place, { table, localColumn, localKeys }: Pivot): void {
  const keys = localKeys.items?.(place.dialect).map(toMatchValue)
  const rows = keys?.map((key) => (key === undefined ? {} : { [localColumn]: key }))
  add(place, table, rows ?? true)
}
