import type { Condition, Link } from '../queries/condition.ts'
import { valueOf } from '../queries/parameter.ts'
import { type AnyModel, type Entity, entityOf, type InstanceOf } from '../records/entity.ts'
import { findOne } from '../records/fetch.ts'
import { fieldsOf } from '../records/record.ts'
import { SetupError } from '../support/setup-error.ts'
import { type AnyRelation, linkOf, relationsOf } from './relation.ts'
import type { RelationName, TargetOf } from './relation-types.ts'

/** Finds a record of one model among those that belong to a record of another. */
export type FindWithin<Child extends AnyModel> = (
  parent: object,
  value: unknown,
) => Promise<InstanceOf<Child> | null>

export interface WithinOptions {
  /** The relation's name, where more than one leads from the one model to the other. */
  readonly via?: string
  /** The unique column that `value` is looked up in. Default the key. */
  readonly column?: string
}

/** Whether a relation, declared on either side, ties two models. */
export type IsRelated<Parent extends AnyModel, Child extends AnyModel> =
  Child['table'] extends TargetTable<Parent>
    ? true
    : Parent['table'] extends TargetTable<Child>
      ? true
      : false

/**
 * Prepares the lookup of children within their parent, as nested routes need it; `undefined` when
 * no relation ties the two models.
 *
 * A relation of the parent counts before one of the child. Throws `E_RELATION_AMBIGUOUS` when there
 * are several and `via` names none.
 */
export function findWithin<Child extends AnyModel>(
  parent: AnyModel,
  child: Child,
  { via, column: name }: WithinOptions = {},
): FindWithin<Child> | undefined {
  const tie = tieBetween(parent, child, via)
  if (tie === undefined) return undefined

  const entity = entityOf(child)
  const { table } = entity
  const column = name === undefined ? table.key : table.uniqueColumn(name)
  return (record, value) => findOne(entity, column, value, tie(record))
}

/** The condition on a child that it belongs to this parent. */
type Tie = (parent: object) => Condition

function tieBetween(parent: AnyModel, child: AnyModel, via: string | undefined): Tie | undefined {
  const down = onlyRelation(parent, child, via)
  if (down !== undefined) {
    const link = linkOf(entityOf(parent), down)
    return link.through === undefined
      ? tieByColumn(entityOf(child), link.targetColumn, link.localColumn)
      : tieByPairs(entityOf(parent), reverse(link, entityOf(parent)))
  }

  const up = onlyRelation(child, parent, via)
  if (up === undefined) return undefined
  const link = linkOf(entityOf(child), up)
  return link.through === undefined
    ? tieByColumn(entityOf(child), link.localColumn, link.targetColumn)
    : tieByPairs(entityOf(parent), link)
}

function tieByColumn({ table }: Entity, childColumn: string, parentColumn: string): Tie {
  const column = table.column(childColumn)
  return (parent) => {
    const value = fieldsOf(parent)[parentColumn]
    // A parent that refers to no child has none; SQL's `= null` holds for no row either.
    if (value === null) return { kind: 'any', conditions: [] }
    return { kind: 'compare', column, operator: '=', parameter: valueOf(column, value) }
  }
}

function tieByPairs({ table: { key } }: Entity, link: Link): Tie {
  return (parent) => {
    const parameter = valueOf(key, fieldsOf(parent)[key.name])
    const condition: Condition = { kind: 'compare', column: key, operator: '=', parameter }
    return { kind: 'related', link, condition, negated: false }
  }
}

function reverse({ target, through }: Link, { table }: Entity): Link {
  return {
    target: table,
    localColumn: target.key.name,
    targetColumn: table.key.name,
    through: through && {
      table: through.table,
      localColumn: through.targetColumn,
      targetColumn: through.localColumn,
    },
  }
}

function onlyRelation(
  from: AnyModel,
  to: AnyModel,
  via: string | undefined,
): AnyRelation | undefined {
  const leading = [...relationsOf(from)].filter(
    ([name, relation]) => relation.target() === to && (via === undefined || via === name),
  )
  const names = leading.map(([name]) => name)
  if (leading.length > 1) throw ambiguous(from, to, names)
  return leading[0]?.[1]
}

function ambiguous(from: AnyModel, to: AnyModel, names: readonly string[]): SetupError {
  return new SetupError(
    'E_RELATION_AMBIGUOUS',
    `Several relations lead from "${from.table}" to "${to.table}": ${names.join(', ')}. Say which one is meant.`,
  )
}

type TargetTable<M extends AnyModel> = TargetOf<M[RelationName<M>]>['table']
