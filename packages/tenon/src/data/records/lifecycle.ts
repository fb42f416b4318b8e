import { whileChecked } from './owned/while-checked.ts'
import { databaseOf } from '../database/current-database.ts'
import { UniqueViolation } from '../database/database-error.ts'
import { primary } from '../drivers/replicas/read-scope.ts'
import { isPromise, type MaybePromise } from '../../base/support/maybe-promise.ts'
import type { AnyRecord, Entity } from './entity.ts'
import { findOne } from './fetch.ts'
import { encodeKey, hasKey, lookUpRow } from './key.ts'
import { deleteRow, insertRow, type Values } from './write.ts'

/** Finds a record by its key, without a promise if the database answers without one. */
export function findRecord<Record extends AnyRecord>(
  entity: Entity<Record>,
  key: unknown,
): MaybePromise<Record | null> {
  if (entity.defaultScopes.length > 0) return findOne(entity, hasKey(entity.table, key))
  const { dialect } = databaseOf(entity.table.database)
  const found = lookUpRow(entity, key)
  if (isPromise(found)) {
    return found.then((row) => (row === undefined ? null : entity.hydrate(row, dialect)))
  }
  return found === undefined ? null : entity.hydrate(found, dialect)
}

/** Finds the record that a write is about, in the primary database: a replica may not have it, or its version, yet. */
export async function findToWrite<Record extends AnyRecord>(
  entity: Entity<Record>,
  key: unknown,
): Promise<Record | null> {
  return primary(() => findRecord(entity, key))
}

/** Inserts a record and runs its hooks before and after. */
export function createRecord<Record extends AnyRecord>(
  entity: Entity<Record>,
  values: Values,
): Promise<Record> {
  const { hooks } = entity
  const create = () =>
    hooks.around('creating', 'created', async () => {
      const given = { ...values }
      if (hooks.has('creating')) await hooks.run('creating', given)
      if (entity.keyGuard !== undefined) await entity.keyGuard.check(given)
      const inserted = insertRow(entity, given)
      const row = isPromise(inserted) ? await inserted : inserted
      const record = entity.hydrate(row, databaseOf(entity.table.database).dialect)
      if (hooks.has('created')) await hooks.run('created', record)
      return record
    })
  return whileChecked(entity, [values], create)
}

/**
 * Deletes the record with this key; loads it first if hooks, files, soft deletes or default scopes
 * need it.
 */
export async function deleteByKey(entity: Entity, key: unknown): Promise<boolean> {
  const { table, hooks } = entity
  const isSilent = !hooks.has('deleting') && !hooks.has('deleted')
  const isPlain =
    table.deletedAt === undefined && table.files.length === 0 && entity.defaultScopes.length === 0
  if (isSilent && isPlain) {
    return deleteRow(entity, (dialect) => encodeKey(table, key, dialect))
  }

  const record = await findToWrite(entity, key)
  return record === null ? false : record.delete()
}

/** How to find a record, and how to create it. */
export interface FindOrCreate<Record> {
  /** The name of the model's database. */
  readonly database: string | undefined
  readonly find: () => Promise<Record | null>
  readonly create: () => Promise<Record>
}

/**
 * Finds a record in the primary database or creates it. If another request creates the same one in between, a unique
 * column rejects ours, and the other request's record is returned.
 */
export async function findOrCreate<Record>({
  database,
  find,
  create,
}: FindOrCreate<Record>): Promise<Record> {
  const known = await primary(find)
  if (known !== null) return known
  try {
    // In a nested transaction, so that a violation does not abort the outer one.
    return await databaseOf(database).transaction(create)
  } catch (error) {
    const other = error instanceof UniqueViolation ? await find() : null
    if (other === null) throw error
    return other
  }
}
