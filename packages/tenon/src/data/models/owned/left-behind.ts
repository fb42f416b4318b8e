/**
 * Checks that a record that moved to another owner left nothing behind: no key may lead from it, or from the records
 * that belong to it, to a record of the former owner, or the other way.
 *
 * Each relation between two owned models takes one or two queries about the rows that moved.
 */
import { ForeignKeyViolation } from '../../database/database-error.ts'
import type { TableColumn } from '../../columns/table.ts'
import type { Condition, Link } from '../../queries/condition.ts'
import { operandOf } from '../../queries/parameter.ts'
import { selectAll } from '../../queries/selection.ts'
import { type Entity, entityOf } from '../../records/entity.ts'
import { execute } from '../../records/fetch.ts'
import { hasHeldKey, keyOf } from '../../records/key.ts'
import type { Values } from '../../records/write.ts'
import { SetupError } from '../../../base/support/setup-error.ts'
import { valueOf } from '../../relations/key-guard.ts'
import { linkOf } from '../../relations/link-of.ts'
import { AS_OWNER, commonOwner, isSame, ownersOf, reachedBy } from '../../relations/owners.ts'
import { choicesOf, relationsOf } from '../../relations/relation.ts'

/** A record that has moved to another owner. */
interface Moved {
  readonly entity: Entity
  readonly key: unknown
  /** The keys of its owners now, the nearest first. */
  readonly owners: readonly unknown[]
}

/**
 * Throws `ForeignKeyViolation` if a relation ties a row that has just moved, or a row that belongs to it, to a record
 * that stayed. Throws `E_OWNER` if the application does not list the model, because unknown models may refer to it.
 */
export async function assertLeftNothing(entity: Entity, row: Values): Promise<void> {
  if (entity.listedWith === undefined) throw unlisted(entity)
  const key = keyOf(entity.table, row)
  const moved: Moved = { entity, key, owners: await keysOfOwners(entity, row) }
  for (const tie of entity.listedWith.flatMap(tiesOf)) {
    const depth = ownersOf(moved.entity).findIndex(({ owner }) => isSame(owner, tie.common))
    // Both sides move together, or neither moves.
    if (depth === -1) continue
    const ownerKey = moved.owners[depth]
    for (const condition of [
      both(
        within(tie.source, moved),
        leadsTo(tie.link, isOfOther(tie.target, tie.common, ownerKey)),
      ),
      both(
        isOfOther(tie.source, tie.common, ownerKey),
        leadsTo(tie.link, within(tie.target, moved)),
      ),
    ]) {
      if (condition !== undefined && (await exists(tie.source, condition))) throw tied(moved, tie)
    }
  }
}

/** A relation between two models whose records have an owner in common. */
interface Tie {
  readonly source: Entity
  readonly target: Entity
  readonly name: string
  readonly columns: readonly string[]
  readonly link: Link
  readonly common: Entity
}

function tiesOf(source: Entity): readonly Tie[] {
  return [...relationsOf(source.model)].flatMap(([name, declared]) =>
    choicesOf(declared).flatMap((relation) => {
      // The other kinds are the reverse of these two, which hold the keys.
      if (relation.kind !== 'belongsTo' && relation.kind !== 'manyToMany') return []
      const target = entityOf(relation.target())
      const common = commonOwner(source, target)
      if (common === undefined || isOwnerColumn(source, relation.foreignKey)) return []
      const link = linkOf(source, relation)
      return [{ source, target, name, columns: relation.foreignKey, link, common }]
    }),
  )
}

/** Whether the columns hold the owner's key, with which a record moves. */
function isOwnerColumn({ table }: Entity, columns: readonly string[]): boolean {
  return columns.length === 1 && columns[0] === table.owner?.name
}

/** The condition that a row has moved, itself or with its owner; `undefined` if no row of the table can. */
function within(entity: Entity, { entity: moved, key }: Moved): Condition | undefined {
  if (isSame(entity, moved)) return hasHeldKey(entity.table, key)
  const steps = ownersOf(entity)
  const depth = steps.findIndex(({ owner }) => isSame(owner, moved))
  return depth === -1
    ? undefined
    : reachedBy(steps.slice(0, depth + 1), hasHeldKey(moved.table, key))
}

/** The condition that a row belongs to a record of `common` with another key. */
function isOfOther(entity: Entity, common: Entity, key: unknown): Condition | undefined {
  if (isSame(entity, common)) return isNot(entity.table.singleKey(AS_OWNER), key)
  const steps = ownersOf(entity)
  const depth = steps.findIndex(({ owner }) => isSame(owner, common))
  const step = steps[depth]
  return step && reachedBy(steps.slice(0, depth), isNot(step.column, key))
}

function isNot(column: TableColumn, key: unknown): Condition {
  return { kind: 'compare', column, operator: '!=', parameter: operandOf(column, key) }
}

function leadsTo(link: Link, condition: Condition | undefined): Condition | undefined {
  return condition && { kind: 'related', link, condition, negated: false }
}

function both(one: Condition | undefined, other: Condition | undefined): Condition | undefined {
  return one && other && { kind: 'all', conditions: [one, other] }
}

async function exists(entity: Entity, condition: Condition): Promise<boolean> {
  const selection = { ...selectAll(entity.table), condition }
  const { rows } = await execute(entity, selection, { kind: 'exists' })
  return rows.length > 0
}

function tied({ entity }: Moved, { source, target, name, columns }: Tie): ForeignKeyViolation {
  const cause = new Error(
    `A record of "${entity.table.name}" cannot move to another owner, because the relation "${name}" ties it, or what belongs to it, to a record that stays: "${source.table.name}" to "${target.table.name}". Change or remove that first.`,
  )
  const place = { table: source.table.name, columns, constraint: undefined }
  return new ForeignKeyViolation(place, { cause })
}

function unlisted({ table: { name } }: Entity): SetupError {
  return new SetupError(
    'E_OWNER',
    `A record of "${name}" cannot move, because the models that may refer to it are not known. List them in application({ models }).`,
  )
}

/**
 * The keys of a row's owners, the nearest first; `undefined` after an owner that does not exist. Locks the owners,
 * so that they cannot move until the transaction ends.
 */
async function keysOfOwners(entity: Entity, row: Values): Promise<readonly unknown[]> {
  const [first, ...others] = ownersOf(entity)
  if (first === undefined) return []
  const keys: unknown[] = [row[first.column.name]]
  let { owner } = first
  for (const { column, owner: next } of others) {
    const condition = hasHeldKey(owner.table, keys.at(-1))
    keys.push(await valueOf(owner, { condition, lock: 'share' }, column))
    owner = next
  }
  return keys
}
