import { currentDatabase } from '../database/current-database.ts'
import { isPromise, type MaybePromise } from '../support/maybe-promise.ts'
import type { AnyRecord, Entity } from './entity.ts'
import { deleteRow, encodeKey, insertRow, type Values } from './write.ts'

/** Finds a record by its key, without a promise where the database answers without one. */
export function findRecord<Record extends AnyRecord>(
  entity: Entity<Record>,
  key: unknown,
): MaybePromise<Record | null> {
  const database = currentDatabase()
  const { dialect } = database
  const parameter = encodeKey(entity.table, key, dialect)
  const found = database.lookup(entity.statements[dialect].find, parameter)
  if (isPromise(found)) {
    return found.then((row) => (row === undefined ? null : entity.hydrate(row, dialect)))
  }
  return found === undefined ? null : entity.hydrate(found, dialect)
}

/** Inserts a record between its hooks. */
export async function createRecord<Record extends AnyRecord>(
  entity: Entity<Record>,
  values: Values,
): Promise<Record> {
  const given = { ...values }
  if (entity.hooks.has('creating')) await entity.hooks.run('creating', given)
  const inserted = insertRow(entity, given)
  const row = isPromise(inserted) ? await inserted : inserted
  const record = entity.hydrate(row, currentDatabase().dialect)
  if (entity.hooks.has('created')) await entity.hooks.run('created', record)
  return record
}

/** Deletes the record with this key; loads it first where hooks or soft deletes need it. */
export async function deleteByKey(entity: Entity, key: unknown): Promise<boolean> {
  const { table, hooks } = entity
  const isSilent = !hooks.has('deleting') && !hooks.has('deleted')
  if (isSilent && table.deletedAt === undefined) return deleteRow(entity, key)

  const record = await findRecord(entity, key)
  await record?.delete()
  return record !== null
}
