/**
 * What a view shows of records.
 *
 * Its query reads the shown columns, the columns from which values are computed, and the keys by which
 * relations are found. `showAll` then makes an object of the shown values only: plain JSON, as clients
 * receive it.
 */
import type { TableColumn } from '../columns/table.ts'
import { fieldsOf } from '../records/record.ts'
import { toWire } from '../records/wire.ts'
import { linkOf } from './link-of.ts'
import type { Load, Plan, Shown } from './plan.ts'

/** The columns that a plan reads, including `needed`; `undefined` for whole records. */
export function columnsToRead(
  { entity, selection, loads, shown }: Plan,
  needed: readonly TableColumn[],
): readonly TableColumn[] | undefined {
  if (shown === undefined) return undefined
  const names = loads.flatMap(relationsOf).flatMap((relation) => {
    const { pairs, type } = linkOf(entity, relation)
    const typeName = type?.side === 'local' ? [type.column.name] : []
    return [...pairs.map(({ local }) => local), ...typeName]
  })
  const links = names.map((name) => selection.table.column(name))
  const computed = shown.computed.flatMap(({ reads }) => reads)
  const columns = new Set([...shown.columns, ...computed, ...links, ...needed])
  // A query must read something, even for a view that shows relations only.
  return columns.size === 0 ? selection.table.keys : [...columns]
}

function relationsOf(load: Load): readonly Load['relation'][] {
  return load.choices === undefined ? [load.relation] : load.choices.map(({ relation }) => relation)
}

/** What is shown of each record: the record itself for a plan without a view. */
export function showAll(plan: Plan, records: readonly object[]): object[] {
  const { shown, loads } = plan
  if (shown === undefined) return [...records]
  const relations = loads.map(({ name }) => name)
  return records.map((record) => show(shown, relations, fieldsOf(record)))
}

type Fields = Readonly<Record<string, unknown>>

function show(
  { columns, aggregates, computed }: Shown,
  relations: readonly string[],
  fields: Fields,
): object {
  const seen: Record<string, unknown> = {}
  for (const { name } of columns) seen[name] = toWire(fields[name])
  for (const name of relations) seen[name] = fields[name]
  for (const name of aggregates) seen[name] = toWire(fields[name])
  for (const { name, reads, from } of computed) seen[name] = toWire(from(pick(fields, reads)))
  return seen
}

function pick(fields: Fields, columns: readonly TableColumn[]): Fields {
  const picked: Record<string, unknown> = {}
  for (const { name } of columns) picked[name] = fields[name]
  return picked
}
