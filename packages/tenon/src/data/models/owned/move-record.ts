import { NotFound } from '../../../base/support/http-error.ts'
import { SetupError } from '../../../base/support/setup-error.ts'
import { databaseOf } from '../../database/current-database.ts'
import { both, type Condition } from '../../queries/condition.ts'
import { selectAll } from '../../queries/selection.ts'
import type { Entity } from '../../records/entity.ts'
import { execute } from '../../records/fetch.ts'
import { hasHeldKey, keyOf } from '../../records/key.ts'
import { fieldsOf, ModelRecord } from '../../records/record.ts'
import type { Values } from '../../records/write.ts'
import { keyOfAnother } from '../../relations/key-guard.ts'
import { belongsToRecord, isSame, ownersOf, stayedWithOwner } from '../../relations/owners.ts'
import { assertLeftNothing } from './left-behind.ts'
import { ANYONE } from './anyone.ts'

interface Move {
  readonly entity: Entity
  /** The current owner, or `ANYONE`. */
  readonly owner: unknown
  readonly record: unknown
  /** The new nearest owner. */
  readonly to: unknown
  readonly values: object
}

/** Moves a record to another owner, in a transaction. Nothing may tie it to the former owner. */
export async function moveRecord({ entity, owner, record, to, values }: Move): Promise<void> {
  const from = ModelRecord.entityOf(record)
  if (!(record instanceof ModelRecord) || from === undefined || !isSame(from, entity)) {
    throw misused(entity, `Give a record of "${entity.table.name}".`)
  }
  const assigned = toOwner(entity, to)
  await databaseOf(entity.table.database).transaction(async () => {
    const isOwned = owner === ANYONE ? undefined : belongsToRecord(entity, owner)
    await lock(entity, record, isOwned)
    await keep(entity, to)
    await ModelRecord.write(
      record,
      { ...values, ...assigned },
      {
        verify: (given) =>
          assertLeftNothing(entity, { ...fieldsOf(record), ...given, ...assigned }),
      },
    )
  })
}

/** Waits for transactions that are about to refer to the record, and makes later ones wait until it has moved. */
async function lock(entity: Entity, record: object, isOwned: Condition | undefined): Promise<void> {
  const condition = both(hasHeldKey(entity.table, keyOf(entity.table, fieldsOf(record))), isOwned)
  const selection = { ...selectAll(entity.table), condition, lock: 'wait' } as const
  const { rows } = await execute(entity, selection, { kind: 'rows' })
  if (rows.length === 0) throw new NotFound()
}

/** Checks that the new owner has not moved itself, and makes transactions that would move it wait. */
async function keep(entity: Entity, to: unknown): Promise<void> {
  const [nearest] = ownersOf(entity)
  const condition = stayedWithOwner(to as object)
  if (nearest === undefined || condition === undefined) return
  const { owner, column } = nearest
  const selection = { ...selectAll(owner.table), condition, lock: 'share' } as const
  const { rows } = await execute(owner, selection, { kind: 'rows' })
  if (rows.length === 0) throw keyOfAnother(entity, [column.name], owner)
}

/** The owner's column with the key of the new owner. */
function toOwner(entity: Entity, to: unknown): Values {
  const [nearest] = ownersOf(entity)
  const given = ModelRecord.entityOf(to)
  const key = given && keyOf(given.table, fieldsOf(to as object))
  if (
    nearest === undefined ||
    given === undefined ||
    !isSame(given, nearest.owner) ||
    key === undefined
  ) {
    throw misused(entity, `Give a saved record of "${nearest?.owner.table.name}" as its new owner.`)
  }
  return { [nearest.column.name]: key }
}

function misused({ table }: Entity, remedy: string): SetupError {
  return new SetupError('E_OWNER', `move() of "${table.name}" got something else. ${remedy}`)
}
