import type { Table, TableColumn } from '../../columns/table.ts'
import type { Condition } from '../../queries/condition.ts'
import type { RelatedAggregate, Selection } from '../../queries/selection.ts'
import type { Entity } from '../../records/entity.ts'
import { linkOf } from '../../relations/link-of.ts'
import { assertWholeRelation } from '../../relations/load-relation.ts'
import { assertReached } from '../../relations/owners.ts'
import { ofFirst, type Plan } from '../../relations/plan.ts'
import { type AnyRelation, choicesOf, relationOf } from '../../relations/relation.ts'
import { assertFreeName } from '../query-input.ts'
import { computedOutput } from '../rows.ts'
import { SetupError } from '../../../base/support/setup-error.ts'
import type { QueryState } from '../query-state.ts'

/** A relation in a condition or an aggregate. */
export interface RelatedRows {
  readonly name: string
  /** Selects the rows of a target; called for each target of the relation. */
  readonly select: (relation: AnyRelation) => Selection
}

/** The rows that a plan selects. Throws `E_RELATION_LIMIT` if it has a limit or an offset. */
export function wholeRelation(name: string, toPlan: (relation: AnyRelation) => Plan): RelatedRows {
  const select = (relation: AnyRelation): Selection => {
    const { selection } = ofFirst(toPlan(relation), relation)
    assertWholeRelation(name, selection)
    return selection
  }
  return { name, select }
}

/** Finds a relation. Throws `E_OWNER` if it could lead to records of another owner. */
export function reachedRelation(entity: Entity, name: string): AnyRelation {
  const relation = relationOf(entity.model, name)
  assertReached(entity, relation)
  return relation
}

/** The condition that records have related records, or with `negated` that they have none. */
export function relatedCondition(
  entity: Entity,
  { name, select }: RelatedRows,
  { negated }: { readonly negated: boolean },
): Condition {
  const conditions = choicesOf(reachedRelation(entity, name)).map((relation): Condition => {
    const { condition } = select(relation)
    return { kind: 'related', link: linkOf(entity, relation), condition, negated }
  })
  const [only, ...others] = conditions
  if (only !== undefined && others.length === 0) return only
  return { kind: negated ? 'all' : 'any', conditions }
}

/** An aggregate of related records and the name of its property. `count` and `exists` need no `column`. */
export interface WantedAggregate {
  readonly by: RelatedAggregate['by']
  readonly column?: string
  readonly as: string
}

/**
 * Adds a property that is computed from related records.
 *
 * Throws `E_QUERY_VALUE` for a hidden column: the value would be sent with each record.
 */
export function withRelatedAggregate(
  { entity, loads, selection }: QueryState,
  { name, select }: RelatedRows,
  { by, column: columnName, as }: WantedAggregate,
): readonly RelatedAggregate[] {
  const { aggregates } = selection
  assertFreeName(entity.table, as, [...aggregates, ...loads])
  const relation = reachedRelation(entity, name)
  const link = linkOf(entity, relation)
  const { condition } = select(relation)
  const computed = by === 'exists' ? 'count' : by
  const { column } = computedOutput(link.target, { by: computed, name: columnName, as })
  if (columnName !== undefined && column.definition.hidden) throw hidden(link.target, column)
  return [...aggregates, { name: as, by, column, link, condition }]
}

function hidden({ name }: Table, column: TableColumn): SetupError {
  return new SetupError(
    'E_QUERY_VALUE',
    `"${column.name}" of "${name}" is hidden, so no record gets a value computed from it. Ask for it with a query of its own.`,
  )
}
