/** Keys of records: a value, or for a key of several columns an object of values by column. */
import type { Table } from '../columns/table.ts'
import { databaseOf } from '../database/current-database.ts'
import { ANY_OWNER, asStated } from '../database/owners/current-owners.ts'
import type { DatabaseValue, Dialect, Row } from '../database/statement.ts'
import type { Condition } from '../queries/condition.ts'
import { hasValue } from '../queries/parameter.ts'
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

/** The condition that a row has this key. */
export function hasKey(table: Table, key: unknown): Condition {
  if (table.key !== undefined) return hasValue(table.key, key)
  const parts = partsOf(table, key)
  return {
    kind: 'all',
    conditions: table.keys.map((column) => hasValue(column, parts[column.name])),
  }
}

/** Reads the row with this key, without a promise if the database answers without one. */
export function lookUpRow(
  { table, statements }: Entity,
  key: unknown,
): MaybePromise<Row | undefined> {
  const database = databaseOf(table.database)
  const { dialect } = database
  const { find } = statements[dialect]
  if (isNoting()) noteKey(table, key, dialect)
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
  const key = keyOf(table, fields)
  const { owner } = table
  if (owner === undefined) return lookUpRow(entity, key)
  const database = databaseOf(table.database)
  const { dialect } = database
  if (isNoting()) noteKey(table, key, dialect)
  const parameters = encodeKey(table, key, dialect)
  parameters.push(owner.codecs[dialect].encode(fields[owner.name]))
  const found = asStated(ANY_OWNER, () => database.run(statements[dialect].findOwned, parameters))
  return whenReady(found, ({ rows }) => rows[0])
}

function noteKey(table: Table, key: unknown, dialect: Dialect): void {
  const rows = rowsOfCondition(hasKey(table, key), dialect)
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
