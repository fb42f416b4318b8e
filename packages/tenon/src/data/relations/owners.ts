/**
 * Records that belong to other records: the chain of owners of a model, and the condition that a record
 * belongs to one of them.
 *
 * A model declares its owner once, at the column that holds the owner's key. An owner may have an owner itself:
 * a comment belongs to a ticket, which belongs to a team.
 */
import type { TableColumn } from '../columns/table.ts'
import { both, type Condition } from '../queries/condition.ts'
import { type AnyModel, type Entity, entityOf } from '../records/entity.ts'
import { hasHeldKey, keyOf } from '../records/key.ts'
import { hasHeldValue } from '../queries/parameter.ts'
import { fieldsOf, ModelRecord } from '../records/record.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { type AnyRelation, choicesOf } from './relation.ts'

/** One step of the chain: the owner, and the column that holds its key. */
export interface OwnerStep {
  readonly column: TableColumn
  readonly owner: Entity
}

/** The owners of a model's records, the nearest first. Throws `E_OWNER` for models that own themselves. */
export function ownersOf(entity: Entity): readonly OwnerStep[] {
  const steps: OwnerStep[] = []
  for (let at = entity, column = at.table.owner; column !== undefined; column = at.table.owner) {
    at = ownerIn(column)
    if (steps.length === LONGEST_CHAIN) throw tooLong(entity)
    steps.push({ column, owner: at })
  }
  return steps
}

/** Longer than any real chain. A chain that leads back to itself exceeds it, and is rejected at boot. */
const LONGEST_CHAIN = 16

function ownerIn({ definition }: TableColumn): Entity {
  const owner: unknown = definition.owner?.()
  // `owner()` takes models; a circular import leaves `undefined`, and other code may pass anything.
  if (typeof owner === 'function' && '~entity' in owner)
    return entityOf(owner as unknown as AnyModel)
  throw new SetupError(
    'E_OWNER',
    'A column has an owner() that is not a model. If it is undefined, check for a circular import.',
  )
}

function tooLong({ table }: Entity): SetupError {
  return new SetupError(
    'E_OWNER',
    `The owners of "${table.name}" lead back to themselves. Remove owner() from one of the columns: a tree belongs to what is above all of it.`,
  )
}

/** Whether two classes are models of one table. */
export function isSame(one: Entity, other: Entity): boolean {
  return one.table === other.table
}

/** The condition that a record belongs to `owner`. Throws `E_OWNER` unless that is a saved record of an owner. */
export function belongsToRecord(entity: Entity, owner: unknown): Condition {
  const from = ModelRecord.entityOf(owner)
  const steps = ownersOf(entity)
  const depth = from === undefined ? -1 : steps.findIndex((step) => isSame(step.owner, from))
  const step = steps[depth]
  if (from === undefined || step === undefined) throw notAnOwner(entity, from)
  const key = keyOf(step.owner.table, fieldsOf(owner as object))
  if (key === undefined || key === null) throw notAnOwner(entity, undefined)
  return reachedBy(steps.slice(0, depth), hasHeldValue(step.column, key))
}

/**
 * The condition that an owner still exists and still has the owner that its record knows; `undefined` if it has no
 * owner, so that it cannot move.
 */
export function stayedWithOwner(record: object): Condition | undefined {
  const table = ModelRecord.entityOf(record)?.table
  if (table?.owner === undefined) return undefined
  const fields = fieldsOf(record)
  return both(
    hasHeldKey(table, keyOf(table, fields)),
    hasHeldValue(table.owner, fields[table.owner.name]),
  )
}

/** Converts a condition on the owner at the end of these steps into a condition on the record. */
export function reachedBy(steps: readonly OwnerStep[], condition: Condition): Condition {
  return steps.reduceRight<Condition>(
    (above, { column, owner: { table } }) => ({
      kind: 'related',
      link: {
        target: table,
        pairs: [{ local: column.name, target: table.singleKey(AS_OWNER).name }],
        type: undefined,
        through: undefined,
      },
      condition: above,
      negated: false,
    }),
    condition,
  )
}

/** Why an owner needs a key of one column. */
export const AS_OWNER = 'no column can hold the key of such an owner. Give it a key of one column.'

function notAnOwner(entity: Entity, from: Entity | undefined): SetupError {
  const owners = ownersOf(entity).map(({ owner }) => `"${owner.table.name}"`)
  const what =
    from === undefined ? 'That was never saved' : `A record of "${from.table.name}" is given`
  return new SetupError(
    'E_OWNER',
    `"${entity.table.name}" cannot tell whose records are meant. ${what}. Give a record of ${owners.join(' or ')}.`,
  )
}

/**
 * Throws `E_OWNER` for reading a relation to an owned model from a record that neither owns it nor has the
 * same owner: the query would not be limited to the records of one owner.
 */
export function assertReached(source: Entity, relation: AnyRelation): void {
  for (const choice of choicesOf(relation)) {
    const target = entityOf(choice.target())
    if (target.table.owner === undefined || commonOwner(source, target) !== undefined) continue
    throw new SetupError(
      'E_OWNER',
      `A relation leads from "${source.table.name}" to "${target.table.name}", which has another owner, so it cannot be read from there. Start with .of(owner), or say .ofAnyone().`,
    )
  }
}

/** The nearest model that owns records of both, or is one of the two and owns the other. */
export function commonOwner(source: Entity, target: Entity): Entity | undefined {
  const ofTarget = withOwners(target)
  return withOwners(source).find(
    (each, i) =>
      ofTarget.some((other) => isSame(each, other)) && !(i === 0 && isSame(each, target)),
  )
}

function withOwners(entity: Entity): readonly Entity[] {
  return [entity, ...ownersOf(entity).map(({ owner }) => owner)]
}
