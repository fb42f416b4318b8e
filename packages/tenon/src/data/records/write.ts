import { type Table, type TableColumn, unknownColumn } from '../columns/table.ts'
import { currentDatabase } from '../database/current-database.ts'
import type { DatabaseValue, Dialect, Row } from '../database/statement.ts'
import { NotFound } from '../support/http-error.ts'
import { type MaybePromise, whenReady } from '../support/maybe-promise.ts'
import { SetupError } from '../support/setup-error.ts'
import type { Entity } from './entity.ts'

/** Values by column, not yet checked. */
export type Values = Readonly<Record<string, unknown>>

/** A column and what its database is to keep in it. */
export interface Assignment {
  readonly column: TableColumn
  readonly value: DatabaseValue
}

/** A value for every column in the order of the table; `undefined` for a key the database makes. */
export type NewRow = readonly (DatabaseValue | undefined)[]

/** Inserts a row and returns it as it is now stored. */
export function insertRow({ table, statements }: Entity, given: Values): MaybePromise<Row> {
  const database = currentDatabase()
  const row = newRow(table, given, database.dialect)
  const { insert, insertNumbered } = statements[database.dialect]
  const values = row.filter((value) => value !== undefined)
  if (values.length === row.length) return whenReady(database.run(insert, values), () => row)
  return whenReady(database.run(insertNumbered, values), ({ rows, insertId }) => {
    const stored: unknown[] = [...row]
    stored[table.key.index] = insertId ?? rows[0]?.[0]
    return stored
  })
}

/** Completes and converts the values of a new row of a table with these columns. */
export function newRow(
  { name: table, columns }: Pick<Table, 'name' | 'columns'>,
  given: Values,
  dialect: Dialect,
): NewRow {
  for (const name of Object.keys(given)) {
    if (columns.every((column) => column.name !== name)) throw unknownColumn(table, columns, name)
  }
  return columns.map((column) => {
    const value = given[column.name] === undefined ? initial(table, column) : given[column.name]
    return value === undefined ? undefined : column.codecs[dialect].encode(value)
  })
}

/** Sets columns of one row. Throws `NotFound` when the row is gone. */
export function updateRow(
  { table, statements }: Entity,
  key: unknown,
  assignments: readonly Assignment[],
): MaybePromise<void> {
  const database = currentDatabase()
  const { dialect } = database
  const statement = statements[dialect].update(assignments)
  const values = assignments.map(({ value }) => value)
  values.push(encodeKey(table, key, dialect))
  return whenReady(database.run(statement, values), ({ affected }) => {
    if (affected === 0) throw new NotFound()
  })
}

/**
 * Converts the values of an update and adds those that every update computes: in the order of the
 * table, so that a set of columns has one statement, however a client has ordered them.
 */
export function assignmentsOf(table: Table, given: Values, dialect: Dialect): Assignment[] {
  const assignments: Assignment[] = []
  for (const name of Object.keys(given)) {
    const column = table.column(name)
    const value = given[name]
    if (value === undefined) continue
    if (column === table.key) throw keyIsFixed(table)
    assignments.push(assign(column, value, dialect))
  }
  if (assignments.length === 0) return assignments

  for (const column of table.computedOnUpdate) {
    if (given[column.name] !== undefined) continue
    assignments.push(assign(column, column.definition.onUpdate?.(), dialect))
  }
  return assignments.length > 1 ? assignments.toSorted(byPlace) : assignments
}

function byPlace({ column: one }: Assignment, { column: other }: Assignment): number {
  return one.index - other.index
}

function assign(column: TableColumn, value: unknown, dialect: Dialect): Assignment {
  return { column, value: column.codecs[dialect].encode(value) }
}

/** Deletes one row and tells whether it was there. */
export async function deleteRow({ table, statements }: Entity, key: unknown): Promise<boolean> {
  const database = currentDatabase()
  const { dialect } = database
  const parameters = [encodeKey(table, key, dialect)]
  const { affected } = await database.run(statements[dialect].delete, parameters)
  return affected > 0
}

export function encodeKey(table: Table, key: unknown, dialect: Dialect): DatabaseValue {
  return table.key.codecs[dialect].encode(key)
}

function initial(table: string, { name, definition }: TableColumn): unknown {
  if (definition.onCreate !== undefined) return definition.onCreate()
  if (definition.default !== undefined) return definition.default
  if (definition.nullable) return null
  if (definition.autoIncrement) return undefined
  throw new SetupError(
    'E_COLUMN_MISSING',
    `A new record of "${table}" needs a value for "${name}". Give it one, or declare a default(), onCreate() or nullable().`,
  )
}

function keyIsFixed(table: Table): SetupError {
  return new SetupError(
    'E_COLUMN_KEY',
    `update() cannot change "${table.key.name}", the key of "${table.name}". Create another record instead.`,
  )
}
