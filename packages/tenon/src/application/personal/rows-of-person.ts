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

/** A row that is about a person or names them. */
export interface PersonalRow {
  readonly record: object
  /** The personal columns whose values are about this person. */
  readonly own: readonly TableColumn[]
  /** Whether the row itself belongs to the person; otherwise it only names them. */
  readonly isOwn: boolean
}

/** How many rows are read at a time. */
const AT_ONCE = 500

/** The rows of a model that are about a person, in batches: of all owners, including deleted rows. */
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

/** Selects all rows that match a condition, of all owners, including deleted rows. */
export function toPlan(entity: Entity, condition: Condition): Plan {
  const { selection, ...state } = anyonesState(entity.model)
  const selected = { ...selection, ...selectAll(entity.table), condition }
  return planOf({ ...state, deleted: 'with', isScoped: false, selection: selected })
}

/** The condition that a row is one of these records. */
export function isAmong({ table }: Entity, records: readonly object[]): Condition {
  const keys = records.map((record) => table.keys.map(({ name }) => fieldsOf(record)[name]))
  return anyOf(table, table.keys, keys)
}

/** The key as text that distinguishes rows, in the same form as in the audit. */
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
