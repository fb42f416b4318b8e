import { decode } from '../columns/codec.ts'
import type { TableColumn } from '../columns/table.ts'
import { adapters } from '../database/dialects/adapters.ts'
import { databaseOf } from '../database/current-database.ts'
import { ANY_OWNER, asStated } from '../database/owners/current-owners.ts'
import type { Dialect, Row, Rows } from '../database/statement.ts'
import type { Condition } from '../queries/condition.ts'
import { outputReader, type OutputReader } from '../queries/output-reader.ts'
import {
  type Operation,
  type RelatedAggregate,
  selectAll,
  type Selection,
} from '../queries/selection.ts'
import { isNoting, noteReadSet } from '../queries/reads/note-reads.ts'
import { readsOfAggregates, readsOfSelection } from '../queries/reads/reads-of-selection.ts'
import { type MaybePromise, whenReady } from '../../base/support/maybe-promise.ts'
import type { AnyRecord, Entity } from './entity.ts'
import { fieldsOf } from './record.ts'
import { runStated } from './owned/stated-owners.ts'

/** Records with the rows they were made from, in the same order. */
export interface Fetched<Record> {
  readonly records: Record[]
  /** The columns of the table, then the aggregates, then the columns of a pivot table. */
  readonly rows: readonly Row[]
}

/** Runs an operation on a selection in the current database. */
export function execute(
  { queries, table }: Entity,
  selection: Selection,
  operation: Operation,
): MaybePromise<Rows> {
  const database = databaseOf(table.database)
  const { statement, parameters } = queries[database.dialect].prepare(selection, operation)
  // The reads of aggregates are noted later, when the rows are known.
  if (isNoting()) noteReadSet(readsOfSelection({ ...selection, aggregates: [] }, database.dialect))
  if (database.rowLevelSecurity !== true) return database.run(statement, parameters)
  return runStated(database, statement, parameters, selection.owners)
}

/** Asks the database for the query plan of a selection, without running it. */
export async function explain(
  { queries, table }: Entity,
  selection: Selection,
  operation: Operation,
): Promise<string> {
  const database = databaseOf(table.database)
  const { statement, parameters } = queries[database.dialect].prepare(selection, operation)
  const { explain: words } = adapters[database.dialect]
  const sql = `${words} ${statement.sql}`
  const { rows } = await asStated(selection.owners?.() ?? ANY_OWNER, () =>
    database.execute({ sql, parameters }),
  )
  return rows.map((row) => String(row.at(-1))).join('\n')
}

/** Reads the records of a selection, with its aggregates as properties. */
export function fetchRecords<Record extends AnyRecord>(
  entity: Entity<Record>,
  selection: Selection,
): MaybePromise<Fetched<Record>> {
  return fetchRows(entity, selection, (rows, dialect) => entity.hydrateAll(rows, dialect))
}

/** The same with some columns only, as plain objects: a part of a record is not a record. */
export function fetchParts(
  entity: Entity,
  selection: Selection,
  columns: readonly TableColumn[],
): MaybePromise<Fetched<object>> {
  return fetchRows(entity, { ...selection, columns }, (rows, dialect) =>
    toParts(rows, columns, dialect),
  )
}

function fetchRows<Record extends object>(
  entity: Entity,
  selection: Selection,
  toRecords: (rows: readonly Row[], dialect: Dialect) => Record[],
): MaybePromise<Fetched<Record>> {
  const { dialect } = databaseOf(entity.table.database)
  return whenReady(execute(entity, selection, { kind: 'rows' }), ({ rows }) => {
    const records = toRecords(rows, dialect)
    if (selection.aggregates.length === 0) return { records, rows }
    if (isNoting()) noteReadSet(readsOfAggregates(selection, rows, dialect))
    assignAggregates(records, rows, selection, dialect)
    return { records, rows }
  })
}

/** Finds the record that a condition identifies; `within` narrows the search. */
export async function findOne<Record extends AnyRecord>(
  entity: Entity<Record>,
  identified: Condition,
  within?: Condition,
): Promise<Record | null> {
  return (await findEach(entity, identified, within))[0] ?? null
}

/** Finds all records that a condition identifies, in any order. */
export async function findEach<Record extends AnyRecord>(
  entity: Entity<Record>,
  identified: Condition,
  within?: Condition,
): Promise<readonly Record[]> {
  const { table } = entity
  const conditions: Condition[] = [identified]
  const scope = entity.defaultCondition()
  if (within !== undefined) conditions.push(within)
  if (scope !== undefined) conditions.push(scope)
  const { deletedAt } = table
  if (deletedAt !== undefined) conditions.push({ kind: 'null', column: deletedAt, negated: false })
  const condition: Condition = { kind: 'all', conditions }
  const { records } = await fetchRecords(entity, { ...selectAll(table), condition })
  return records
}

/** Reads one column of the rows of a selection. */
export async function fetchColumn<Value>(
  entity: Entity,
  selection: Selection,
  column: TableColumn,
): Promise<Value[]> {
  const { rows } = await execute(entity, selection, { kind: 'column', column })
  const codec = column.codecs[databaseOf(entity.table.database).dialect]
  // The caller takes `Value` from the declaration of the same column.
  return rows.map(([value]) => decode(codec, value) as Value)
}

/** Rows with the values of these columns, as plain objects. */
export function toParts(
  rows: readonly Row[],
  columns: readonly TableColumn[],
  dialect: Dialect,
): object[] {
  return rows.map((row) => toPart(row, columns, dialect))
}

function toPart(row: Row, columns: readonly TableColumn[], dialect: Dialect): object {
  const fields: Record<string, unknown> = {}
  for (let i = 0; i < columns.length; i++) {
    const column = columns[i]
    if (column !== undefined) fields[column.name] = decode(column.codecs[dialect], row[i])
  }
  return fields
}

/** Creates the reader of an aggregate of related rows. It reads null as the value of a record without related rows. */
export function aggregateReader(
  { name, by, column }: RelatedAggregate,
  dialect: Dialect,
): OutputReader {
  return by === 'exists' ? Boolean : outputReader({ name, by, column }, dialect)
}

function assignAggregates(
  records: readonly object[],
  rows: readonly Row[],
  { table, columns = table.columns, aggregates }: Selection,
  dialect: Dialect,
): void {
  for (const [k, aggregate] of aggregates.entries()) {
    const read = aggregateReader(aggregate, dialect)
    for (const [i, record] of records.entries()) {
      fieldsOf(record)[aggregate.name] = read(rows[i]?.[columns.length + k])
    }
  }
}
