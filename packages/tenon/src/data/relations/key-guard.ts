/**
 * Checks the keys of owned records when they are written: a ticket of one team cannot get a label of another.
 *
 * The compiler cannot know whose record a number refers to. A key of another owner's record is rejected as if
 * the record did not exist.
 */
import { decode } from '../columns/codec.ts'
import { isGenerated } from '../columns/column.ts'
import type { TableColumn } from '../columns/table.ts'
import { databaseOf } from '../database/current-database.ts'
import { ForeignKeyViolation } from '../database/database-error.ts'
import type { Condition, Link } from '../queries/condition.ts'
import { type Lock, selectAll, type Selection } from '../queries/selection.ts'
import { type Entity, entityOf, type KeyGuard } from '../records/entity.ts'
import { execute, fetchColumn } from '../records/fetch.ts'
import { hasKey, keyOf } from '../records/key.ts'
import { hasValue, listOf } from '../queries/parameter.ts'
import type { Values } from '../records/write.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { linkOf } from './link-of.ts'
import { AS_OWNER, commonOwner, isSame, type OwnerStep, ownersOf, reachedBy } from './owners.ts'
import { choicesOf, relationsOf } from './relation.ts'

/** The guard of a model; `undefined` if it holds no keys of owned records. */
export function keyGuardOf(entity: Entity): KeyGuard | undefined {
  const keys = keysOfOwned(entity)
  const owner = entity.table.owner?.name
  if (keys.length === 0 && owner === undefined) return undefined

  const checkKeys = async (row: Values, given: Values, seen: Set<string>): Promise<void> => {
    for (const [i, key] of keys.entries()) {
      if (!key.written.some((name) => given[name] !== undefined) || !refers(key, row)) continue
      const values = [...key.decisive, ...key.columns].map((name) => row[name])
      const what = [i, ...values].map(String).join('\0')
      if (seen.has(what)) continue
      await assertSameOwner(entity, row, key)
      seen.add(what)
    }
  }
  return {
    holds: (given) =>
      keys.some(({ written }) => written.some((name) => (given[name] ?? null) !== null)),
    columns: [...(owner === undefined ? [] : [owner]), ...keys.flatMap(({ written }) => written)],
    check: async (given, known) => {
      if (known !== undefined && owner !== undefined) assertStays(entity, given, known)
      await checkKeys({ ...known, ...withoutUndefined(given) }, given, new Set())
    },
    whole: (given, known) => ({ ...given, ...pick(known, restOf(entity, keys, given)) }),
    rest: (written) => restOf(entity, keys, written),
    checkAll: async (rows, given) => {
      const seen = new Set<string>()
      for (const row of rows) await checkKeys(row, given ?? row, seen)
    },
  }
}

/**
 * The columns that are not given of keys of which others are. All of them are checked together, but another request may
 * have changed them since the record was read. The columns of the owner, of the record's own key and those that the database computes are not written.
 */
function restOf(
  { table }: Entity,
  keys: readonly OwnedKey[],
  given: Values,
): readonly TableColumn[] {
  const isGiven = (name: string): boolean => given[name] !== undefined
  const names = keys.flatMap(({ written }) =>
    written.some(isGiven) ? written.filter((name) => !isGiven(name)) : [],
  )
  return [...new Set(names)]
    .map((name) => table.column(name))
    .filter((column) => {
      const isFixed = column === table.owner || table.keys.includes(column)
      return !isFixed && !isGenerated(column.definition)
    })
}

function pick(values: Values, columns: readonly TableColumn[]): Values {
  return Object.fromEntries(columns.map(({ name }) => [name, values[name]]))
}

/** A foreign key that holds keys of owned records. */
interface OwnedKey {
  readonly columns: readonly string[]
  /** The columns that say to which record it refers: those of the key, and the one with its table, if there are several. */
  readonly written: readonly string[]
  /** The columns that say which owner the records must have: of the owner's key, or of the row's own if it is the owner. */
  readonly decisive: readonly string[]
  readonly link: Link
  readonly target: Entity
}

function keysOfOwned(entity: Entity): readonly OwnedKey[] {
  return [...relationsOf(entity.model).values()].flatMap(choicesOf).flatMap((relation) => {
    if (relation.kind !== 'belongsTo') return []
    const target = entityOf(relation.target())
    const [first, ...others] = relation.foreignKey
    const isOwner = others.length === 0 && first === entity.table.owner?.name
    if (isOwner || target.table.owner === undefined) return []
    const common = commonOwner(entity, target)
    if (common === undefined) return []
    const { keys, owner } = entity.table
    const decisive = owner === undefined || isSame(common, entity) ? keys : [owner]
    const { foreignKey: columns } = relation
    const link = linkOf(entity, relation)
    const written = link.type === undefined ? columns : [...columns, link.type.column.name]
    return [{ columns, written, decisive: decisive.map(({ name }) => name), link, target }]
  })
}

function refers({ columns, link: { type } }: OwnedKey, row: Values): boolean {
  if (columns.some((name) => row[name] === null || row[name] === undefined)) return false
  return type === undefined || typeIn(row, type.column) === type.value
}

/** The name of the table to which a polymorphic key refers. A new row that does not state it gets its initial value. */
function typeIn(row: Values, { name, definition }: TableColumn): unknown {
  const given = row[name]
  return given === undefined ? (definition.onCreate?.() ?? definition.default) : given
}

async function assertSameOwner(entity: Entity, row: Values, key: OwnedKey): Promise<void> {
  const { link, target, columns } = key
  const conditions = link.pairs.map((pair) =>
    hasValue(target.table.column(pair.target), row[pair.local]),
  )
  const isMeant = { kind: 'all', conditions } as const
  if ((await countWithSameOwner({ entity, row }, target, isMeant)) > 0) return
  throw keyOfAnother(entity, columns, target)
}

/**
 * Counts the records of another model that match a condition and have the same owner as a row. Locks them and the
 * owners in between, so that they cannot move until the transaction ends.
 */
export async function countWithSameOwner(
  { entity, row }: { readonly entity: Entity; readonly row: Values },
  target: Entity,
  isMeant: Condition,
): Promise<number> {
  const within = await withSameOwner(entity, row, target, 'share')
  if (within === undefined) return 0
  await lockOwners(target, isMeant, commonOwner(entity, target))
  const selection = {
    ...selectAll(target.table),
    columns: target.table.keys,
    condition: { kind: 'all', conditions: [isMeant, within] },
    lock: 'share',
  } as const
  return (await execute(target, selection, { kind: 'rows' })).rows.length
}

/** Locks the owners of records, up to the common owner, which is not locked. */
async function lockOwners(
  target: Entity,
  isMeant: Condition,
  common: Entity | undefined,
): Promise<void> {
  let [at, condition] = [target, isMeant]
  for (const { column, owner } of ownersOf(target)) {
    if (common === undefined || isSame(at, common) || isSame(owner, common)) return
    const found = await fetchColumn(at, { ...selectAll(at.table), condition }, column)
    const key = owner.table.singleKey(AS_OWNER)
    const parameter = listOf(key, [...new Set(found)])
    condition = { kind: 'list', column: key, negated: false, parameter }
    at = owner
    await execute(at, { ...selectAll(at.table), condition, lock: 'share' }, { kind: 'rows' })
  }
}

/** The error for a key whose record does not exist, so that a client learns nothing about other owners. */
export function keyOfAnother(
  { table }: Entity,
  columns: readonly string[],
  target: Entity,
): ForeignKeyViolation {
  const cause = new Error(
    `A record of "${target.table.name}" does not exist, or belongs to another owner than the record of "${table.name}" that refers to it`,
  )
  const place = { table: table.name, columns, constraint: undefined }
  return new ForeignKeyViolation(place, { cause })
}

/**
 * The condition that records of another model have the same owner as a row; `undefined` if no record can,
 * because the row or its owner does not exist. `lock` keeps the owners in between from moving.
 */
export async function withSameOwner(
  entity: Entity,
  row: Values,
  target: Entity,
  lock?: Lock,
): Promise<Condition | undefined> {
  const common = commonOwner(entity, target)
  if (common === undefined) return undefined
  const key = isSame(common, entity)
    ? keyOf(entity.table, row)
    : await ownerKey(ownersOf(entity), row, { wanted: common, lock })
  if (key === undefined || key === null) return undefined
  if (isSame(common, target)) return hasKey(target.table, key)
  const steps = ownersOf(target)
  const depth = steps.findIndex(({ owner }) => isSame(owner, common))
  const step = steps[depth]
  return step && reachedBy(steps.slice(0, depth), hasValue(step.column, key))
}

/** The key of a row's owner, read step by step. */
async function ownerKey(
  [first, ...others]: readonly OwnerStep[],
  row: Values,
  { wanted, lock }: { readonly wanted: Entity; readonly lock: Lock | undefined },
): Promise<unknown> {
  if (first === undefined) return undefined
  let { owner } = first
  let key: unknown = row[first.column.name]
  for (const step of others) {
    if (isSame(owner, wanted) || key === undefined) break
    key = await valueOf(owner, { condition: hasKey(owner.table, key), lock }, step.column)
    ;({ owner } = step)
  }
  return key
}

/** Reads one column of the row that matches; `undefined` if no row does. */
export async function valueOf(
  entity: Entity,
  which: Pick<Selection, 'condition' | 'lock'>,
  column: TableColumn,
): Promise<unknown> {
  const { table } = entity
  const selection = { ...selectAll(table), ...which, columns: [column] }
  const [row] = (await execute(entity, selection, { kind: 'rows' })).rows
  return row && decode(column.codecs[databaseOf(table.database).dialect], row[0])
}

/** Throws `E_OWNER` if an update would move a record, and the records that belong to it, to another owner. */
function assertStays({ table }: Entity, given: Values, known: Values): void {
  const owner = table.owner?.name ?? ''
  if (given[owner] === undefined || given[owner] === known[owner]) return
  throw new SetupError(
    'E_OWNER',
    `update() cannot change "${owner}" of "${table.name}", because it holds the key of the owner. Create another record instead.`,
  )
}

/** Throws `E_OWNER` if a statement would set a key for many rows, whose owners it does not check. */
export function assertNoOwnedKeys(entity: Entity, names: readonly string[]): void {
  const name = entity.keyGuard?.columns.find((column) => names.includes(column))
  if (name === undefined) return
  throw new SetupError(
    'E_OWNER',
    `A query cannot set "${name}" of "${entity.table.name}" for many records, because each key is checked against the owner of its record. Update the records one by one.`,
  )
}

function withoutUndefined(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}
