import type { TableColumn } from '../../data/columns/table.ts'
import type { Condition } from '../../data/queries/condition.ts'
import { both } from '../../data/queries/condition.ts'
import { selectAll } from '../../data/queries/selection.ts'
import { fetchBatches } from '../../data/models/paging/page.ts'
import { anyonesState, planOf } from '../../data/models/query-state.ts'
import type { Entity } from '../../data/records/entity.ts'
import { fieldsOf } from '../../data/records/record.ts'
import { anyOf, fetchPlan } from '../../data/relations/load-relation.ts'
import type { Plan } from '../../data/relations/plan.ts'
import type { KnownPerson } from './person-record.ts'
import { leadsToPerson, type Way } from './whose-rows.ts'

/** A row that has to do with a person. */
export interface PersonalRow {
  readonly record: object
  /** The personal columns whose values are about this person. */
  readonly own: readonly TableColumn[]
  /** Whether the row itself is theirs; else it only names them. */
  readonly isOwn: boolean
}

/** How many rows are in memory at a time. */
const AT_ONCE = 500

/** The rows of a model that have to do with a person, in batches, deleted ones too; of all owners. */
export async function* rowsOfPerson(
  entity: Entity,
  person: KnownPerson,
): AsyncGenerator<readonly PersonalRow[]> {
  const { whose } = person
  const { table } = entity
  const rowWays = table.isDeletedOnErase || table.personal.length > 0 ? whose.waysOfRow(entity) : []
  const groups = Map.groupBy(table.personal, (column) => column.definition.personal?.of)
  const parts = [...groups.values()].map((columns) => ({
    columns,
    condition: leadsToPerson(
      columns.slice(0, 1).flatMap((column) => whose.waysOfColumn(entity, column)),
      person,
    ),
  }))
  const own = leadsToPerson(rowWays, person)
  const ways: readonly Way[] = [...rowWays, ...whose.directWays(entity, person.entity)]
  const all = leadsToPerson(ways, person)
  if (all === undefined) return
  for await (const records of fetchBatches(toPlan(entity, all), AT_ONCE)) {
    const owned = await keysMatching(entity, records, own)
    const matching = await Promise.all(
      parts.map(({ condition }) => keysMatching(entity, records, condition)),
    )
    yield records.map((record) => {
      const key = keyText(entity, record)
      const columns = parts.flatMap((part, i) => (matching[i]?.has(key) ? part.columns : []))
      return { record, own: columns, isOwn: owned.has(key) }
    })
  }
}

/** All rows that match a condition, of all owners. */
export function toPlan(entity: Entity, condition: Condition): Plan {
  const { selection, ...state } = anyonesState(entity.model)
  const selected = { ...selection, ...selectAll(entity.table), condition }
  return planOf({ ...state, deleted: 'with', isScoped: false, selection: selected })
}

/** The condition that a row is one of these. */
export function isAmong({ table }: Entity, records: readonly object[]): Condition {
  const keys = records.map((record) => table.keys.map(({ name }) => fieldsOf(record)[name]))
  return anyOf(table, table.keys, keys)
}

/** The key as the audit has it, and as text that tells rows apart. */
export function keyText({ table: { keys } }: Entity, record: object): string {
  const values = keys.map(({ name }) => fieldsOf(record)[name])
  return values.length === 1 ? String(values[0]) : JSON.stringify(values.map(String))
}

async function keysMatching(
  entity: Entity,
  records: readonly object[],
  condition: Condition | undefined,
): Promise<ReadonlySet<string>> {
  if (condition === undefined) return new Set()
  const found = await fetchPlan(
    toPlan(entity, both(condition, isAmong(entity, records)) ?? condition),
  )
  return new Set(found.map((record) => keyText(entity, record)))
}
