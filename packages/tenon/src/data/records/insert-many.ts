import { foldCase } from '../columns/types/text.ts'
import { arrayLiteral } from '../../base/support/values/list-literal.ts'
import type { Table, TableColumn } from '../columns/table.ts'
import { type Change, CHANGED_ROWS_LIMIT } from '../database/changes/change.ts'
import { databaseOf } from '../database/current-database.ts'
import type { Database } from '../database/database.ts'
import type { Rows } from '../database/statement.ts'
import type { ReturnedColumns } from '../queries/selection.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import type { Entity } from './entity.ts'
import { knownOf, noteWrite } from './noted/note-write.ts'
import { whileChecked } from './owned/while-checked.ts'
import { runStated, withStatedOwners } from './owned/stated-owners.ts'
import type { Conflict, Statements } from './statements.ts'
import {
  assertNoKey,
  isReadOnly,
  missingColumns,
  newRow,
  type NewRow,
  type Values,
} from './write.ts'

/** The maximum number of rows per insert statement. */
const ROWS_PER_STATEMENT = { sqlite: 100, postgres: 5_000 } as const

/** From this number of rows, PostgreSQL gets an array per column: for 100,000 rows, twice as fast as placeholders. */
const ARRAYS_FROM = 101

/** The maximum number of parameters per statement: SQLite allows 32,766. */
const PARAMETERS_PER_STATEMENT = 32_000

/** The number of written rows, and the returned columns of each. */
type Wrote = Pick<Rows, 'affected' | 'rows'>

/**
 * Inserts rows: all or none, many per statement. Returns the number of written rows, and their `returning` columns.
 *
 * All rows are converted and checked before the first one is written.
 */
export async function insertMany(
  entity: Entity,
  given: readonly Values[],
  returning?: ReturnedColumns,
): Promise<Wrote> {
  const { table } = entity
  if (table.isView) throw isReadOnly(table)
  const { dialect } = databaseOf(table.database)
  return whileChecked(entity, given, async () => {
    await entity.keyGuard?.checkAll(given)
    const rows = given.map((values) => ({
      row: newRow(table, values, dialect),
      conflict: undefined,
    }))
    const batches = toBatches(table, rows)
    const { bulkAudit } = entity
    if (bulkAudit === undefined) return writeBatches(entity, batches, returning)
    return bulkAudit.inserting(returning, (columns) => writeBatches(entity, batches, columns))
  })
}

/** The columns that identify existing rows, and those to set: by default those for which the row has values. */
export interface UpsertColumns {
  readonly by: readonly TableColumn[]
  readonly update: readonly TableColumn[] | undefined
  readonly returning: ReturnedColumns
}

/** Inserts rows, or updates existing ones, like `insertMany`. */
export async function upsertMany(
  entity: Entity,
  given: readonly Values[],
  { by, update, returning }: UpsertColumns,
): Promise<Wrote> {
  const { table } = entity
  if (table.isView) throw isReadOnly(table)
  const { dialect } = databaseOf(table.database)
  if (entity.bulkAudit !== undefined) throw notAudited(table)
  for (const column of update ?? []) assertNoKey(table, column, 'upsert()')
  return whileChecked(entity, given, async () => {
    await entity.keyGuard?.checkAll(given)
    const rows = given.map((values) => ({
      row: newRow(table, values, dialect),
      conflict: { columns: by, update: updatedOnConflict(entity, values, { by, update }) },
    }))
    const batches = inWaves(rows, by).flatMap((wave) => toBatches(table, wave))
    return writeBatches(entity, batches, returning)
  })
}

/** An upsert does not say which rows existed before, or what they contained. */
function notAudited({ name }: Table): SetupError {
  return new SetupError(
    'E_AUDIT',
    `upsert() cannot write "${name}", which is audited: it does not know what was there before. Use updateOrCreate().`,
  )
}

/** A row to insert, and what to do if it already exists. */
interface Insert {
  readonly row: NewRow
  readonly conflict: Conflict | undefined
}

/** Rows for one statement. */
interface Batch {
  readonly rows: readonly NewRow[]
  readonly missing: readonly TableColumn[]
  readonly conflict: Conflict | undefined
}

async function writeBatches(
  entity: Entity,
  batches: readonly Batch[],
  returning: ReturnedColumns,
): Promise<Wrote> {
  const [first, ...others] = batches
  if (first === undefined) return { affected: 0, rows: [] }
  if (others.length === 0) return insertBatch(entity, first, returning)

  return databaseOf(entity.table.database).transaction(async () => {
    const written: Wrote[] = []
    for (const batch of batches) written.push(await insertBatch(entity, batch, returning))
    return {
      affected: written.reduce((sum, { affected }) => sum + affected, 0),
      rows: written.flatMap(({ rows }) => rows),
    }
  })
}

async function insertBatch(
  { statements, table }: Entity,
  batch: Batch,
  returning: ReturnedColumns,
): Promise<Wrote> {
  const database = databaseOf(table.database)
  return noteWrite({
    database,
    table: table.name,
    write: () => {
      const asArrays = isSentAsArrays(table, database, batch.rows.length)
      return storeBatch(statements[database.dialect], database, { ...batch, returning, asArrays })
    },
    changeOf: () => changeOfBatch(table, batch),
  })
}

/** An upsert may change any row: the former values of existing rows are unknown. */
function changeOfBatch(table: Table, { rows, conflict }: Batch): Change {
  const isKnown = conflict === undefined && rows.length <= CHANGED_ROWS_LIMIT
  const known = rows.map((row) => knownOf(table.matched, ({ index }) => row[index]))
  return { table: table.name, rows: isKnown ? known : undefined, isDelete: false }
}

async function storeBatch(
  statements: Statements,
  database: Database,
  {
    rows,
    asArrays,
    ...insert
  }: Batch & { readonly returning: ReturnedColumns; readonly asArrays: boolean },
): Promise<Wrote> {
  if (asArrays) {
    const statement = statements.insertArrays(insert)
    const { sql } = statement
    return withStatedOwners(database, () => database.execute({ sql, parameters: toArrays(rows) }))
  }
  const statement = statements.insertMany(rows.length, insert)
  const values = rows.flat().filter((value) => value !== undefined)
  return runStated(database, statement, values)
}

/** Not for tables with lists: `unnest` would split an array of lists into all their items. */
function isSentAsArrays(table: Table, { dialect }: Database, count: number): boolean {
  return dialect === 'postgres' && count >= ARRAYS_FROM && !hasLists(table)
}

function hasLists({ columns }: Table): boolean {
  return columns.some(({ definition }) => definition.item !== undefined)
}

/** One array for each column that the rows have values for. */
function toArrays(rows: readonly NewRow[]): string[] {
  const written = (rows[0] ?? []).flatMap((value, i) => (value === undefined ? [] : [i]))
  return written.map((i) => arrayLiteral(rows.map((row) => row[i] ?? null)))
}

/** Groups rows by statement: all rows of a batch omit and set the same columns. */
function toBatches(table: Table, inserts: readonly Insert[]): Batch[] {
  const { columns } = table
  const groups = Map.groupBy(inserts, ({ row, conflict }) => {
    const lists = [missingColumns(table, row), conflict?.update ?? []]
    return lists.map((list) => list.map(({ name }) => name).join()).join(' ')
  })
  const { dialect } = databaseOf(table.database)
  const bound = Math.floor(PARAMETERS_PER_STATEMENT / columns.length)
  const limit = ROWS_PER_STATEMENT[dialect]
  const most = dialect === 'sqlite' || hasLists(table) ? Math.min(limit, bound) : limit
  const named = [...groups].toSorted(([one], [other]) => compareText(other, one))
  return named.flatMap(([, group]) => {
    const missing = missingColumns(table, group[0]?.row ?? [])
    // Rows without any value use `default values`, which inserts one row per statement.
    const size = missing.length === columns.length ? 1 : most
    return chunks(group, size).map((chunk) => ({
      rows: chunk.map(({ row }) => row),
      missing,
      conflict: group[0]?.conflict,
    }))
  })
}

/**
 * PostgreSQL cannot update a row twice in one statement, so repeated rows go into a separate wave. Each
 * wave is ordered by the identity of its rows, so that two upserts cannot deadlock.
 */
function inWaves(inserts: readonly Insert[], by: readonly TableColumn[]): Insert[][] {
  const met = new Map<string, number>()
  const waves: Array<Array<{ readonly insert: Insert; readonly identity: string }>> = []
  for (const insert of inserts) {
    const values = by.map((column) => identityOf(column, insert.row))
    const identity = values.map(String).join('\0')
    // Null, and a key that is not generated yet, differ from every other value.
    const isSingle = values.some((value) => value === null || value === undefined)
    const times = isSingle ? 0 : (met.get(identity) ?? 0)
    met.set(identity, times + 1)
    waves[times] ??= []
    waves[times].push({ insert, identity })
  }
  return waves.map((wave) =>
    wave
      .toSorted((one, other) => compareText(one.identity, other.identity))
      .map(({ insert }) => insert),
  )
}

/** The value of a column in the form in which equal rows have equal values. */
function identityOf({ index, definition }: TableColumn, row: NewRow): NewRow[number] {
  const value = row[index]
  return definition.caseInsensitive && typeof value === 'string' ? foldCase(value) : value
}

/**
 * The columns that an upsert sets in an existing row. A key of an owned record is set as a whole: it was checked with the
 * new row's values, and those of the existing row could make another record of it.
 */
function updatedOnConflict(
  { table, keyGuard }: Entity,
  row: Values,
  { by, update = updatedByDefault(table, by, row) }: Omit<UpsertColumns, 'returning'>,
): readonly TableColumn[] {
  if (keyGuard === undefined) return update
  const rest = keyGuard.rest(Object.fromEntries(update.map(({ name }) => [name, true])))
  return [...update, ...rest.filter((column) => !by.includes(column))]
}

/**
 * The columns that an upsert updates by default: those for which the row has values, except the key and
 * the identifying columns, and those that every update computes. All other columns stay unchanged.
 */
function updatedByDefault(
  table: Table,
  by: readonly TableColumn[],
  row: Values,
): readonly TableColumn[] {
  return table.columns.filter(
    (column) =>
      !table.keys.includes(column) &&
      !by.includes(column) &&
      (row[column.name] !== undefined || column.definition.onUpdate !== undefined),
  )
}

function chunks<Item>(items: readonly Item[], size: number): Array<readonly Item[]> {
  const found: Array<readonly Item[]> = []
  for (let i = 0; i < items.length; i += size) found.push(items.slice(i, i + size))
  return found
}

function compareText(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
