import { Sql } from '../../database/sql.ts'
import { fragmentOf } from '../../queries/fragment.ts'
import { type AnyOrder, type ComputedOrder, keyOrder } from '../../queries/selection.ts'
import { linkOf } from '../../relations/link-of.ts'
import { assertReached } from '../../relations/owners.ts'
import { readDirection, readOrderColumn, singleRelationOf } from '../query-input.ts'
import type { QueryState } from '../query-state.ts'
import type { RelatedRows } from './related.ts'

type Orders = readonly AnyOrder[]

/** Adds an order by a column, an aggregate of related records by its name, or raw SQL. */
export function withOrder(state: QueryState, by: string | Sql, direction: unknown): Orders {
  const { entity, selection } = state
  if (by instanceof Sql) {
    return withComputedOrder(state, { kind: 'sql', fragment: fragmentOf(by) }, direction)
  }
  const aggregate = selection.aggregates.find((each) => each.name === by)
  if (aggregate !== undefined) {
    return withComputedOrder(state, { kind: 'aggregate', aggregate }, direction)
  }
  const column = readOrderColumn(entity.table, by)
  return [...selection.order, { column, direction: readDirection(direction) }]
}

/** Adds an order by a column of the one related record that `with()` would load. */
export function withRelatedOrder(
  state: QueryState,
  { name, select }: RelatedRows,
  { column: columnName, direction }: { readonly column: string; readonly direction: unknown },
): Orders {
  const { entity } = state
  const relation = singleRelationOf(entity.model, name)
  assertReached(entity, relation)
  const link = linkOf(entity, relation)
  const column = readOrderColumn(link.target, columnName)
  const { condition } = select(relation)
  return withComputedOrder(state, { kind: 'related', link, column, condition }, direction)
}

/** Adds an order by key. */
export function withKeyOrder({ selection }: QueryState, direction: unknown): Orders {
  return [...selection.order, ...keyOrder(selection.table, readDirection(direction))]
}

/** Adds an order by anything other than a column of the table. */
export function withComputedOrder(
  { selection }: QueryState,
  by: ComputedOrder['by'],
  direction: unknown,
): Orders {
  return [...selection.order, { column: undefined, by, direction: readDirection(direction) }]
}
