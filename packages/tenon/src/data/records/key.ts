/** Keys of records: one value, or an object of values by column if the key has several columns. */
import type { Table } from '../columns/table.ts'
import { databaseOf } from '../database/current-database.ts'
import { ANY_OWNER, asStated } from '../database/owners/current-owners.ts'
import type { DatabaseValue, Dialect, Row } from '../database/statement.ts'
import type { Condition } from '../queries/condition.ts'
import { encodeHeld, hasHeldValue, hasValue } from '../queries/parameter.ts'
import { isNoting, noteReadSet } from '../queries/reads/note-reads.ts'
import { nameInReads } from '../queries/reads/read-set.ts'
import { rowsOfCondition } from '../queries/reads/rows-of-condition.ts'
import { type MaybePromise, whenReady } from '../../base/support/maybe-promise.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import type { Entity } from './entity.ts'

type Values = Readonly<Record<string, unknown>>

/** The key of a row, from its values by column. */
export function keyOf({ key }: Table, fields: Values): unknown {
  return key === undefined ? fields : fields[key.name]
}

/** The values that identify a row, in the order of the key's columns. */
export function encodeKey(table: Table, key: unknown, dialect: Dialect): DatabaseValue[] {
  if (table.key !== undefined) return [table.key.operands[dialect].encode(key)]
  const parts = partsOf(table, key)
  return table.keys.map(({ name, operands }) => operands[dialect].encode(parts[name]))
}

/**
 * The values by which a statement finds the row of a record: those of its key, then its owner. They may be values that
 * another program stored and the model would not write.
 */
export function encodeHeldKey(
  { keys, owner }: Table,
  fields: Values,
  dialect: Dialect,
): DatabaseValue[] {
  const columns = owner === undefined ? keys : [...keys, owner]
  return columns.map((column) => encodeHeld(column, fields[column.name], dialect))
}

/** The condition that a row has this key. */
export function hasKey(table: Table, key: unknown): Condition {
  return hasKeyBy(hasValue, table, key)
}

/** The condition that a row has the key of a record. */
export function hasHeldKey(table: Table, key: unknown): Condition {
  return hasKeyBy(hasHeldValue, table, key)
}

function hasKeyBy(has: typeof hasValue, table: Table, key: unknown): Condition {
  if (table.key !== undefined) return has(table.key, key)
  const parts = partsOf(table, key)
  return { kind: 'all', conditions: table.keys.map((column) => has(column, parts[column.name])) }
}

/** Reads the row with this key, without a promise if the database answers without one. */
export function lookUpRow(
  { table, statements }: Entity,
  key: unknown,
): MaybePromise<Row | undefined> {
  const database = databaseOf(table.database)
  const { dialect } = database
  const { find } = statements[dialect]
  if (isNoting()) noteRow(table, hasKey(table, key), dialect)
  if (table.key !== undefined) {
    const encoded = table.key.operands[dialect].encode(key)
    if (table.owner === undefined || database.rowLevelSecurity !== true) {
      return database.lookup(find, encoded)
    }
    return asStated(ANY_OWNER, () => database.lookup(find, encoded))
  }
  const found = asStated(ANY_OWNER, () => database.run(find.one, encodeKey(table, key, dialect)))
  return whenReady(found, ({ rows }) => rows[0])
}

/**
 * Reads the row of a record again, without a promise if the database answers without one; `undefined` if it is gone or
 * belongs to another owner now.
 */
export function lookUpAgain(entity: Entity, fields: Values): MaybePromise<Row | undefined> {
  const { table, statements } = entity
  const database = databaseOf(table.database)
  const { dialect } = database
  if (isNoting()) noteRow(table, hasHeldKey(table, keyOf(table, fields)), dialect)
  const { find, findOwned } = statements[dialect]
  if (table.owner === undefined && table.key !== undefined) {
    return database.lookup(find, encodeHeld(table.key, fields[table.key.name], dialect))
  }
  const statement = table.owner === undefined ? find.one : findOwned
  const parameters = encodeHeldKey(table, fields, dialect)
  const found = asStated(ANY_OWNER, () => database.run(statement, parameters))
  return whenReady(found, ({ rows }) => rows[0])
}

function noteRow(table: Table, condition: Condition, dialect: Dialect): void {
  const rows = rowsOfCondition(condition, dialect)
  noteReadSet({ [nameInReads(table.database, table.name)]: rows })
}

/** Throws `E_MODEL_KEY_COMPOSITE` unless the key is an object. */
function partsOf({ name, keys }: Table, key: unknown): Values {
  if (typeof key === 'object' && key !== null) return key as Values
  const names = keys.map((column) => column.name).join(', ')
  throw new SetupError(
    'E_MODEL_KEY_COMPOSITE',
    `A key of "${name}" has several columns. Give an object: { ${names} }.`,
  )
}
