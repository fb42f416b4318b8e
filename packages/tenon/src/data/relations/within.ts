import { both, type Condition, type Link } from '../queries/condition.ts'
import { type AnyModel, type Entity, entityOf, type InstanceOf } from '../records/entity.ts'
import { findOne } from '../records/fetch.ts'
import { hasHeldKey, keyOf } from '../records/key.ts'
import { hasHeldValue, hasValue } from '../queries/parameter.ts'
import { fieldsOf } from '../records/record.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { linkOf, reverseLink, typeCondition } from './link-of.ts'
import { type AnyRelation, choicesOf, relationsOf } from './relation.ts'
import type { RelationName, TargetOf } from './relation-types.ts'

/** Finds a record of one model among those that belong to a record of another. */
export type FindWithin<Child extends AnyModel> = (
  parent: object,
  value: unknown,
  /** What else the record must match. */
  narrowed?: Condition,
) => Promise<InstanceOf<Child> | null>

export interface WithinOptions {
  /** The name of the relation, if several lead from one model to the other. */
  readonly via?: string
  /** The unique column in which `value` is looked up. Default: the key. */
  readonly column?: string
}

/** Whether a relation, declared on either side, links two models. */
export type IsRelated<Parent extends AnyModel, Child extends AnyModel> =
  Child['table'] extends TargetTable<Parent>
    ? true
    : Parent['table'] extends TargetTable<Child>
      ? true
      : false

/**
 * Prepares the lookup of children within their parent for nested routes; `undefined` if no relation
 * links the two models.
 *
 * The parent's relations take precedence over the child's. Throws `E_RELATION_AMBIGUOUS` if there
 * are several and `via` does not name one.
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
  const column = name === undefined ? table.singleKey(NOT_IN_PATHS) : table.uniqueInOwner(name)
  return (record, value, narrowed) =>
    findOne(entity, hasValue(column, value), both(tie(record), narrowed))
}

/** Why a route cannot bind a model whose key has several columns. */
export const NOT_IN_PATHS =
  'a path parameter cannot hold it. Take its parts from the path, and find the record in the handler.'

/** The condition that a child belongs to this parent. */
type Tie = (parent: object) => Condition

function tieBetween(parent: AnyModel, child: AnyModel, via: string | undefined): Tie | undefined {
  const down = onlyRelation(parent, child, via)
  if (down !== undefined) {
    const link = linkOf(entityOf(parent), down)
    return link.through === undefined
      ? tieByColumn(entityOf(child), link)
      : tieByPivot(entityOf(parent), reverseLink(link, entityOf(parent).table))
  }

  const up = onlyRelation(child, parent, via)
  if (up === undefined) return undefined
  const link = linkOf(entityOf(child), up)
  return link.through === undefined
    ? tieByColumn(entityOf(child), reverseLink(link, entityOf(parent).table))
    : tieByPivot(entityOf(parent), link)
}

/** Ties by the columns of a link that starts from the parent. */
function tieByColumn({ table }: Entity, { pairs, type }: Link): Tie {
  return (parent) => {
    const fields = fieldsOf(parent)
    const isNull = pairs.some(({ local }) => fields[local] === null)
    const refersElsewhere = type?.side === 'local' && fields[type.column.name] !== type.value
    // A parent that refers to no child has none; in SQL, `= null` does not match any row either.
    if (isNull || refersElsewhere) return { kind: 'any', conditions: [] }
    const conditions = pairs.map(({ local, target }) =>
      hasHeldValue(table.column(target), fields[local]),
    )
    const belongs: Condition = { kind: 'all', conditions }
    return both(belongs, typeCondition(type)) ?? belongs
  }
}

function tieByPivot({ table }: Entity, link: Link): Tie {
  return (parent) => {
    const condition = hasHeldKey(table, keyOf(table, fieldsOf(parent)))
    return { kind: 'related', link, condition, negated: false }
  }
}

function onlyRelation(
  from: AnyModel,
  to: AnyModel,
  via: string | undefined,
): AnyRelation | undefined {
  const all = [...relationsOf(from)].flatMap(([name, relation]) =>
    choicesOf(relation).map((choice) => [name, choice] as const),
  )
  const leading = all.filter(
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
