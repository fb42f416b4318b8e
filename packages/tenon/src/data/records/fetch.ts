import { decode } from '../columns/codec.ts'
import type { TableColumn } from '../columns/table.ts'
import { currentDatabase } from '../database/current-database.ts'
import type { Row, Rows } from '../database/statement.ts'
import type { Condition } from '../queries/condition.ts'
import { valueOf } from '../queries/parameter.ts'
import { type Operation, selectAll, type Selection } from '../queries/selection.ts'
import { type MaybePromise, whenReady } from '../support/maybe-promise.ts'
import type { AnyRecord, Entity } from './entity.ts'
import { fieldsOf } from './record.ts'

/** Records with the rows they were made of, in the same order. */
export interface Fetched<Record> {
  readonly records: Record[]
  /** The columns of the table, then the counts, then what a pivot adds. */
  readonly rows: readonly Row[]
}

/** Does something with the rows of a selection in the current database. */
export function execute(
  { queries }: Entity,
  selection: Selection,
  operation: Operation,
): MaybePromise<Rows> {
  const database = currentDatabase()
  const { statement, parameters } = queries[database.dialect].prepare(selection, operation)
  return database.run(statement, parameters)
}

/** Reads the records of a selection, with its counts as properties. */
export function fetchRecords<Record extends AnyRecord>(
  entity: Entity<Record>,
  selection: Selection,
): MaybePromise<Fetched<Record>> {
  const { dialect } = currentDatabase()
  return whenReady(execute(entity, selection, { kind: 'rows' }), ({ rows }) => {
    const records = entity.hydrateAll(rows, dialect)
    if (selection.counts.length > 0) assignCounts(records, rows, selection)
    return { records, rows }
  })
}

/** Finds the record with a value in a unique column; `within` narrows down where to look. */
export async function findOne<Record extends AnyRecord>(
  entity: Entity<Record>,
  column: TableColumn,
  value: unknown,
  within?: Condition,
): Promise<Record | null> {
  const { table } = entity
  const conditions: Condition[] = [
    { kind: 'compare', column, operator: '=', parameter: valueOf(column, value) },
  ]
  if (within !== undefined) conditions.push(within)
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
  const codec = column.codecs[currentDatabase().dialect]
  // The caller takes `Value` from the declaration of this very column.
  return rows.map(([value]) => decode(codec, value) as Value)
}

function assignCounts(
  records: readonly object[],
  rows: readonly Row[],
  { table, counts }: Selection,
): void {
  for (const [i, record] of records.entries()) {
    for (const [k, { name }] of counts.entries()) {
      fieldsOf(record)[name] = Number(rows[i]?.[table.columns.length + k])
    }
  }
}
