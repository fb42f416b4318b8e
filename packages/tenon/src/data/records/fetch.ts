import { decode } from '../columns/codec.ts'
import type { TableColumn } from '../columns/table.ts'
import { adapters } from '../database/dialects/adapters.ts'
import { databaseOf } from '../database/current-database.ts'
import type { Row, Rows } from '../database/statement.ts'
import type { Condition } from '../queries/condition.ts'
import { type Operation, selectAll, type Selection } from '../queries/selection.ts'
import { isNoting, noteReadSet } from '../queries/reads/note-reads.ts'
import { readsOfSelection } from '../queries/reads/reads-of-selection.ts'
import { type MaybePromise, whenReady } from '../../base/support/maybe-promise.ts'
import type { AnyRecord, Entity } from './entity.ts'
import { fieldsOf } from './record.ts'

/** Records with the rows they were made from, in the same order. */
export interface Fetched<Record> {
  readonly records: Record[]
  /** The columns of the table, then the counts, then the columns of a pivot table. */
  readonly rows: readonly Row[]
}

/** Does something with the rows of a selection in the current database. */
export function execute(
  { queries, table }: Entity,
  selection: Selection,
  operation: Operation,
): MaybePromise<Rows> {
  const database = databaseOf(table.database)
  const { statement, parameters } = queries[database.dialect].prepare(selection, operation)
  if (isNoting()) noteReadSet(readsOfSelection(selection, database.dialect))
  return database.run(statement, parameters)
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
  const { rows } = await database.execute({ sql: `${words} ${statement.sql}`, parameters })
  return rows.map((row) => String(row.at(-1))).join('\n')
}

/** Reads the records of a selection, with its counts as properties. */
export function fetchRecords<Record extends AnyRecord>(
  entity: Entity<Record>,
  selection: Selection,
): MaybePromise<Fetched<Record>> {
  const { dialect } = databaseOf(entity.table.database)
  return whenReady(execute(entity, selection, { kind: 'rows' }), ({ rows }) => {
    const records = entity.hydrateAll(rows, dialect)
    if (selection.counts.length > 0) assignCounts(records, rows, selection)
    return { records, rows }
  })
}

/** Finds the record that a condition identifies; `within` narrows the search. */
export async function findOne<Record extends AnyRecord>(
  entity: Entity<Record>,
  identified: Condition,
  within?: Condition,
): Promise<Record | null> {
  const { table } = entity
  const conditions: Condition[] = [identified]
  const scope = entity.defaultCondition()
  if (within !== undefined) conditions.push(within)
  if (scope !== undefined) conditions.push(scope)
  const { deletedAt } = table
  if (deletedAt !== undefined) conditions.push({ kind: 'null', column: deletedAt, negated: false })
  const condition: Condition = { kind: 'all', conditions }
  const { records } = await fetchRecords(entity, { ...selectAll(table), condition })
  return records[0] ?? null
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

function assignCounts(
  records: readonly object[],
  rows: readonly Row[],
  { table, counts }: Selection,
): void {
  for (const [i, record] of records.entries()) {
    for (const [k, { name, kind }] of counts.entries()) {
      const counted = rows[i]?.[table.columns.length + k]
      fieldsOf(record)[name] = kind === 'count' ? Number(counted) : Boolean(counted)
    }
  }
}
