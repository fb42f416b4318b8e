import { toMatchValue } from '../../database/changes/change.ts'
import type { Dialect } from '../../database/statement.ts'
import type { Condition, Link } from '../condition.ts'
import type { AnyOrder, Pivot, Selection } from '../selection.ts'
import { nameInReads, Reads, type ReadSet } from './read-set.ts'
import { rowsOfCondition, rowsOfSelection } from './rows-of-condition.ts'

/** What a query reads: its own table, and those of its conditions, counts and orders. */
export function readsOfSelection(selection: Selection, dialect: Dialect): ReadSet {
  const { table, condition, counts, order, pivot } = selection
  const reads = new Reads()
  const place: Place = { reads, database: table.database, dialect }
  add(place, table.name, rowsOfSelection(selection, dialect))
  addRelated(place, condition)
  for (const count of counts) addLinked(place, count.link, count.condition)
  for (const each of order) addOrder(place, each)
  if (pivot !== undefined) addPivot(place, pivot)
  return reads.toSet()
}

interface Place {
  readonly reads: Reads
  readonly database: string | undefined
  readonly dialect: Dialect
}

function add({ reads, database }: Place, table: string, rows: Parameters<Reads['add']>[1]): void {
  reads.add(nameInReads(database, table), rows)
}

function addRelated(place: Place, condition: Condition | undefined): void {
  if (condition?.kind === 'related') addLinked(place, condition.link, condition.condition)
  if (condition?.kind !== 'all' && condition?.kind !== 'any') return
  for (const each of condition.conditions) addRelated(place, each)
}

/** The rows on the other side that match the condition, whichever rows they belong to. */
function addLinked(place: Place, { target, through }: Link, condition: Condition | undefined) {
  add(place, target.name, rowsOfCondition(condition, place.dialect))
  if (through !== undefined) add(place, through.table, true)
  addRelated(place, condition)
}

function addOrder(place: Place, { column, ...order }: AnyOrder): void {
  if (column !== undefined || !('by' in order)) return
  if (order.by.kind === 'related') addLinked(place, order.by.link, undefined)
  if (order.by.kind === 'count') addLinked(place, order.by.count.link, order.by.count.condition)
}

function addPivot(place: Place, { table, localColumn, localKeys }: Pivot): void {
  const keys = localKeys.items?.(place.dialect).map(toMatchValue)
  const rows = keys?.map((key) => (key === undefined ? {} : { [localColumn]: key }))
  add(place, table, rows ?? true)
}
