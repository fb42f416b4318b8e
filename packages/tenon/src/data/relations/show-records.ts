import type { TableColumn } from '../columns/table.ts'
import { databaseOf } from '../database/current-database.ts'
import { aggregateReader, fetchParts } from '../records/fetch.ts'
import { fieldsOf } from '../records/record.ts'
import type { Dialect } from '../database/statement.ts'
import { selectAll, type Selection } from '../queries/selection.ts'
import { anyOf, identityBy, loadRelations, slicesOf } from './load-relation.ts'
import type { Plan } from './plan.ts'
import { showAll } from './shown.ts'

/**
 * Returns what a view shows of records that were read already. Reads only the view's relations and aggregates.
 *
 * The records stay unchanged: relations are not loaded on them.
 */
export async function showRecords(plan: Plan, records: readonly object[]): Promise<object[]> {
  const { entity, loads, selection } = plan
  if (records.length === 0) return []
  const copies = records.map((record) => copyOf(record, entity.table.columns))
  if (selection.aggregates.length > 0) await addAggregates(plan, copies)
  if (loads.length > 0) await loadRelations(plan, copies)
  return showAll(plan, copies)
}

type Fields = Record<string, unknown>

/** Copies column by column, because a spread leaves out hidden columns and includes relations. */
function copyOf(record: object, columns: readonly TableColumn[]): Fields {
  const fields = fieldsOf(record)
  return Object.fromEntries(columns.map(({ name }) => [name, fields[name]]))
}

async function addAggregates(
  { entity, selection }: Plan,
  copies: readonly Fields[],
): Promise<void> {
  const { table } = entity
  const { keys } = table
  const identify = identityBy(keys)
  const byKey = new Map<unknown, Fields>()
  for (const slice of slicesOf(copies)) {
    const values = slice.map((fields) => keys.map(({ name }) => fields[name]))
    const condition = anyOf(table, keys, values)
    const all = { ...selectAll(table), condition, aggregates: selection.aggregates }
    const { records } = await fetchParts(entity, all, keys)
    for (const record of records) byKey.set(identify(record), fieldsOf(record))
  }
  const none = withoutRelated(selection, databaseOf(table.database).dialect)
  for (const fields of copies) {
    // A record that was deleted meanwhile has no related records.
    const found = byKey.get(identify(fields)) ?? none
    for (const { name } of selection.aggregates) fields[name] = found[name]
  }
}

function withoutRelated({ aggregates }: Selection, dialect: Dialect): Fields {
  return Object.fromEntries(
    aggregates.map((each) => [each.name, aggregateReader(each, dialect)(null)]),
  )
}
