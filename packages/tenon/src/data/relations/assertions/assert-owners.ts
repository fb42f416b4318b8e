import { type AnyModel, type Entity, entityOf } from '../../records/entity.ts'
import { SetupError } from '../../../base/support/setup-error.ts'
import { commonOwner, isSame, ownersOf } from '../owners.ts'
import { type AnyRelation, choicesOf, relationsOf } from '../relation.ts'

/**
 * Checks that no model forgets its owner. A model with foreign keys to owned records must declare its owner, or that
 * it has none, and these keys must belong to relations, so that they are checked when they are written.
 *
 * Throws `E_OWNER`, and `E_RELATION_TARGET` for an owner that is not listed.
 */
export function assertOwners(models: readonly AnyModel[]): void {
  const entities = models.map(entityOf)
  for (const entity of entities) assertChain(entity, entities)
  const keys = entities.flatMap((entity) => [
    ...referencesOf(entity, entities),
    ...[...relationsOf(entity.model).values()]
      .flatMap(choicesOf)
      .flatMap((relation) => keysOf(entity, relation)),
  ])
  for (const key of keys) assertStated(key)
  for (const entity of entities) entity.listedWith = entities
}

/** A foreign key: the model that holds it, and the one whose records it refers to. */
interface HeldKey {
  readonly holder: Entity
  readonly columns: readonly string[]
  readonly held: Entity
}

function assertChain(entity: Entity, listed: readonly Entity[]): void {
  let { name, owner: column } = entity.table
  for (const { owner } of ownersOf(entity)) {
    const { table } = owner
    const key = table.singleKey('no column can hold the key of such an owner.')
    if (!listed.some((each) => isSame(each, owner))) {
      throw new SetupError(
        'E_RELATION_TARGET',
        `"${name}" belong to "${table.name}", whose model the application does not list. Add it to application({ models }).`,
      )
    }
    if (column?.definition.type !== key.definition.type) {
      throw new SetupError(
        'E_RELATION_TYPE',
        `"${name}.${column?.name}" is ${column?.definition.type}, but holds keys of "${table.name}", which are ${key.definition.type}. Declare both with the same type.`,
      )
    }
    ;({ name, owner: column } = table)
  }
}

/** The keys that columns declare with `references()`. */
function referencesOf(holder: Entity, entities: readonly Entity[]): readonly HeldKey[] {
  return holder.table.columns.flatMap(({ name, definition: { references } }) =>
    entities
      .filter(
        ({ table }) => table.name === references?.table && table.database === holder.table.database,
      )
      .map((held) => ({ holder, columns: [name], held })),
  )
}

/** The keys that a relation uses, on either side or between the two. */
function keysOf(from: Entity, relation: AnyRelation): readonly HeldKey[] {
  const target = entityOf(relation.target())
  const { kind, foreignKey, between, pivot } = relation
  if (kind === 'belongsTo') return [{ holder: from, columns: foreignKey, held: target }]
  if (between !== undefined) {
    const middle = entityOf(between.model())
    return [
      { holder: middle, columns: [between.localColumn], held: from },
      { holder: target, columns: [between.targetColumn], held: middle },
    ]
  }
  if (pivot === undefined) return [{ holder: target, columns: foreignKey, held: from }]
  const { model, localColumn, targetColumn } = pivot()
  if (model === undefined) return []
  const holder = entityOf(model)
  return [
    { holder, columns: [localColumn], held: from },
    { holder, columns: [targetColumn], held: target },
  ]
}

function assertStated({ holder, columns, held }: HeldKey): void {
  if (held.table.owner === undefined || holder.table.isOwnerless) return
  const isAbove = ownersOf(held).some(({ owner }) => isSame(owner, holder))
  if (holder.table.owner === undefined && !isAbove) throw unstated(holder, held)
  const isOwner = columns.length === 1 && columns[0] === holder.table.owner?.name
  if (isOwner || commonOwner(holder, held) === undefined) return
  const isRelated = [...relationsOf(holder.model).values()]
    .flatMap(choicesOf)
    .some(
      ({ kind, foreignKey, target }) =>
        kind === 'belongsTo' &&
        foreignKey.join() === columns.join() &&
        isSame(entityOf(target()), held),
    )
  if (!isRelated) throw unrelated(holder, columns, held)
}

function unstated({ table: { name } }: Entity, held: Entity): SetupError {
  const chain = [held, ...ownersOf(held).map(({ owner }) => owner)].map(({ table }) => table.name)
  return new SetupError(
    'E_OWNER',
    `${name} belong to ${chain.join(', which belong to ')}. Declare the owner of "${name}" with owner() at the column that holds its key, or say that it has none: Model('${name}', { … }, { owner: false }).`,
  )
}

function unrelated({ table }: Entity, columns: readonly string[], held: Entity): SetupError {
  const names = columns.map((name) => `'${name}'`).join(', ')
  return new SetupError(
    'E_OWNER',
    `"${table.name}" holds keys of "${held.table.name}" in ${names}, and nothing checks that both have the same owner. Declare the relation: belongsTo(() => ${held.model.name}, ${columns.length > 1 ? `[${names}]` : names}).`,
  )
}
