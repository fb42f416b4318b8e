import { type Table, type TableColumn, unknownColumn } from '../columns/table.ts'
import type { Change } from '../database/changes/change.ts'
import { databaseOf } from '../database/current-database.ts'
import type { Database } from '../database/database.ts'
import { ANY_OWNER } from '../database/owners/current-owners.ts'
import type { DatabaseValue, Dialect, Row, Rows, Statement } from '../database/statement.ts'
import { type MaybePromise, whenReady } from '../../base/support/maybe-promise.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import type { Entity } from './entity.ts'
import { encodeHeldKey } from './key.ts'
import { ownersOfRecord, runStated } from './owned/stated-owners.ts'
import { isNumbered } from './statements.ts'
import { knownOf, tellLate, matchedBesides, noteWrite } from './noted/note-write.ts'

/** Values by column, not yet checked. */
export type Values = Readonly<Record<string, unknown>>

/** A column and the value that its database is to store. */
export interface Assignment {
  readonly column: TableColumn
  readonly value: DatabaseValue
}

/** A value for every column in the order of the table; `undefined` for those the database generates. */
export type NewRow = readonly (DatabaseValue | undefined)[]

/** Inserts a row and returns it as stored. */
export function insertRow(entity: Entity, given: Values): MaybePromise<Row> {
  const { table } = entity
  if (table.isView) throw isReadOnly(table)
  const database = databaseOf(table.database)
  const row = newRow(table, given, database.dialect)
  if (!database.changes.isFollowed) {
    return tellLate(database, table.name, storeRow(entity, database, row))
  }
  return noteWrite({
    database,
    table: table.name,
    write: () => storeRow(entity, database, row),
    changeOf: (stored) => changeOfRow(table, stored, false),
  })
}

/** The error for a write to a database view that the types did not reject. */
export function isReadOnly({ name }: Pick<Table, 'name'>): SetupError {
  return new SetupError(
    'E_DATABASE_VIEW',
    `"${name}" is a view of the database, so its records are only read. Write to the tables that it reads.`,
  )
}

/** The change that an inserted or deleted row causes. */
function changeOfRow({ name, matched }: Table, row: NewRow | Row, isDelete: boolean): Change {
  return { table: name, rows: [knownOf(matched, ({ index }) => row[index])], isDelete }
}

function storeRow(entity: Entity, database: Database, row: NewRow): MaybePromise<Row> {
  const { table, statements } = entity
  const { insert, insertNumbered } = statements[database.dialect]
  const values = row.filter((value) => value !== undefined)
  const run = (statement: Statement): MaybePromise<Rows> =>
    database.rowLevelSecurity === true
      ? runStated(database, statement, values, () => ownersOfRow(entity, row))
      : database.run(statement, values)
  if (values.length === row.length) return whenReady(run(insert), () => row)
  const { key } = table
  const isKeyMissing =
    key !== undefined && row.length - values.length === 1 && row[key.index] === undefined
  if (!isKeyMissing || !isNumbered(key)) return insertComputed(entity, row, run)
  return whenReady(run(insertNumbered), ({ rows, insertId }) => {
    const stored: unknown[] = [...row]
    stored[key.index] = insertId ?? rows[0]?.[0]
    return stored
  })
}

/** The owner of a row that is not stored yet. */
function ownersOfRow(entity: Entity, row: NewRow): string | undefined {
  const { owner } = entity.table
  return owner && ownersOfRecord(entity, { [owner.name]: row[owner.index] })
}

/** Inserts a row for which the database generates more than the key. */
async function insertComputed(
  { table, statements }: Entity,
  row: NewRow,
  run: (statement: Statement) => MaybePromise<Rows>,
): Promise<Row> {
  const database = databaseOf(table.database)
  const missing = missingColumns(table, row)
  const statement = statements[database.dialect].insertReturning(missing)
  const { rows } = await run(statement)

  const stored: unknown[] = [...row]
  for (const [i, { index }] of missing.entries()) stored[index] = rows[0]?.[i]
  return stored
}

/** The columns whose values the database generates. */
export function missingColumns({ columns }: Table, row: NewRow): readonly TableColumn[] {
  return columns.filter(({ index }) => row[index] === undefined)
}

/** Completes and converts the values of a new row for a table with these columns. */
export function newRow(
  { name: table, columns }: Pick<Table, 'name' | 'columns'>,
  given: Values,
  dialect: Dialect,
): NewRow {
  assertKnown({ name: table, columns }, given)
  return columns.map((column) => {
    const named = given[column.name]
    if (named !== undefined) assertWritable(column)
    const value = named === undefined ? initial(table, column) : named
    return value === undefined ? undefined : column.codecs[dialect].encode(value)
  })
}

/** Converts values to set in rows of a table with these columns, and adds those that every update computes. */
export function newValues(
  { name: table, columns }: Pick<Table, 'name' | 'columns'>,
  given: Values,
  dialect: Dialect,
): Readonly<Record<string, DatabaseValue>> {
  assertKnown({ name: table, columns }, given)
  const isGiven = ({ name }: TableColumn): boolean => given[name] !== undefined
  if (!columns.some(isGiven)) return {}
  const written = columns.flatMap((column) => {
    if (isGiven(column)) assertWritable(column)
    const value = isGiven(column) ? given[column.name] : column.definition.onUpdate?.()
    return value === undefined ? [] : [[column.name, column.codecs[dialect].encode(value)] as const]
  })
  return Object.fromEntries(written)
}

/** Throws `E_COLUMN_UNKNOWN` if values have a name that is not one of these columns. */
export function assertKnown(
  { name: table, columns }: Pick<Table, 'name' | 'columns'>,
  given: Values,
): void {
  for (const name of Object.keys(given)) {
    if (columns.every((column) => column.name !== name)) throw unknownColumn(table, columns, name)
  }
}

/**
 * Sets columns of a record's row. Returns whether the row existed, was not soft-deleted, and had the
 * owner and the version that the record knows.
 */
export function updateRow(
  entity: Entity,
  fields: Values,
  assignments: readonly Assignment[],
): MaybePromise<boolean> {
  const { table, statements } = entity
  if (table.isView) throw isReadOnly(table)
  const database = databaseOf(table.database)
  const { dialect } = database
  const values = assignments.map(({ value }) => value)
  values.push(...encodeHeldKey(table, fields, dialect))
  const { version } = table
  if (version !== undefined) values.push(version.codecs[dialect].encode(fields[version.name]))
  const run = (isReturning: boolean): MaybePromise<Rows> => {
    const statement = statements[dialect].update(assignments, { isReturning })
    if (database.rowLevelSecurity !== true) return database.run(statement, values)
    const moves = assignments.some(({ column }) => column === table.owner)
    return runStated(database, statement, values, () =>
      moves ? ANY_OWNER : ownersOfRecord(entity, fields),
    )
  }
  const written = database.changes.isFollowed
    ? noteWrite({
        database,
        table: table.name,
        write: run,
        changeOf: (rows) => changeOfRows(table, matchedBesides(table, assignments), rows, false),
      })
    : tellLate(database, table.name, run(false))
  return whenReady(written, ({ affected }) => affected > 0)
}

/**
 * Converts the values of an update and adds those that every update computes, in the order of the
 * table, so that each set of columns has one statement, in whatever order a client sends them.
 */
export function assignmentsOf(table: Table, given: Values, dialect: Dialect): Assignment[] {
  const assignments: Assignment[] = []
  for (const name of Object.keys(given)) {
    const column = table.column(name)
    const value = given[name]
    if (value === undefined) continue
    assertNoKey(table, column, 'update()')
    assertWritable(column)
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

/** Deletes one row: by its key if the model has no owner, else by the values of its record. Returns if it existed. */
export async function deleteRow(
  { table, statements }: Entity,
  encode: (dialect: Dialect) => readonly DatabaseValue[],
): Promise<boolean> {
  if (table.isView) throw isReadOnly(table)
  const database = databaseOf(table.database)
  const { dialect } = database
  const parameters = encode(dialect)
  const { delete: plain, deleteReturning } = statements[dialect]
  const { affected } = await (database.changes.isFollowed
    ? noteWrite({
        database,
        table: table.name,
        write: (isReturning) =>
          runStated(database, isReturning ? deleteReturning : plain, parameters),
        changeOf: (rows) => changeOfRows(table, table.matched, rows, true),
      })
    : tellLate(database, table.name, runStated(database, plain, parameters)))
  return affected > 0
}

/** The rows that a statement by key has changed, from the values of columns that it returned. */
function changeOfRows(
  { name }: Table,
  columns: readonly TableColumn[],
  { affected, rows }: Rows,
  isDelete: boolean,
): Change | undefined {
  if (affected === 0) return undefined
  const known = rows.map((row) => knownOf(columns, (_, i) => row[i]))
  return { table: name, rows: known.length === 0 ? undefined : known, isDelete }
}

function initial(table: string, { name, definition }: TableColumn): unknown {
  if (definition.onCreate !== undefined) return definition.onCreate()
  if (definition.default !== undefined) return definition.default
  if (definition.computed !== undefined) return undefined
  if (definition.nullable) return null
  if (definition.autoIncrement) return undefined
  throw new SetupError(
    'E_COLUMN_MISSING',
    `A new record of "${table}" needs a value for "${name}". Give it one, or declare a default(), onCreate() or nullable().`,
  )
}

/** Throws `E_COLUMN_GENERATED` for a column that the database computes. */
export function assertWritable({ name, definition }: TableColumn): void {
  if (definition.computed?.kind !== 'generated') return
  throw new SetupError(
    'E_COLUMN_GENERATED',
    `"${name}" is computed by the database and cannot be written. Write the columns that it is computed from.`,
  )
}

/** Throws `E_COLUMN_KEY` if a method would change a key of existing rows. */
export function assertNoKey(table: Table, column: TableColumn, method: string): void {
  if (!table.keys.includes(column)) return
  const { name } = column
  throw new SetupError(
    'E_COLUMN_KEY',
    `${method} cannot change "${name}", ${table.key === undefined ? 'part of ' : ''}the key of "${table.name}". Create another record instead.`,
  )
}
