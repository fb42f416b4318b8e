import type { TableColumn } from '../columns/table.ts'
import { fetchParts } from '../records/fetch.ts'
import { fieldsOf } from '../records/record.ts'
import { selectAll } from '../queries/selection.ts'
import { anyOf, identityBy, loadRelations } from './load-relation.ts'
import type { Plan } from './plan.ts'
import { showAll } from './shown.ts'

/**
 * What a view shows of records that were read already: only its relations and counts are read.
 *
 * The records stay as they are: what is loaded here is not loaded on them.
 */
export async function showRecords(plan: Plan, records: readonly object[]): Promise<object[]> {
  const { entity, loads, selection } = plan
  if (records.length === 0) return []
  const copies = records.map((record) => copyOf(record, entity.table.columns))
  if (selection.counts.length > 0) await addCounts(plan, copies)
  if (loads.length > 0) await loadRelations(plan, copies)
  return showAll(plan, copies)
}

type Fields = Record<string, unknown>

/** Column by column, because a spread has no hidden ones, and has relations. */
function copyOf(record: object, columns: readonly TableColumn[]): Fields {
  const fields = fieldsOf(record)
  return Object.fromEntries(columns.map(({ name }) => [name, fields[name]]))
}

async function addCounts({ entity, selection }: Plan, copies: readonly Fields[]): Promise<void> {
  const { table } = entity
  const { keys } = table
  const identify = identityBy(keys)
  const values = copies.map((fields) => keys.map(({ name }) => fields[name]))
  const condition = anyOf(table, keys, values)
  const all = { ...selectAll(table), condition, counts: selection.counts }
  const { records } = await fetchParts(entity, all, keys)
  const counted = new Map(records.map((record) => [identify(record), fieldsOf(record)]))
  for (const fields of copies) {
    // A record that was deleted meanwhile has none.
    const found = counted.get(identify(fields))
    for (const { name, kind } of selection.counts) {
      fields[name] = found?.[name] ?? (kind === 'count' ? 0 : false)
    }
  }
}
