import type { TableColumn } from '../../columns/table.ts'
import type { Entity } from '../../records/entity.ts'
import { fieldsOf } from '../../records/record.ts'
import { toWire } from '../../records/wire.ts'
import type { AUDIT_ACTIONS } from './audit-table.ts'

type Fields = Readonly<Record<string, unknown>>

/** Something that happened to a record. */
export interface RecordEvent {
  readonly action: (typeof AUDIT_ACTIONS)[number]
  /** The record's values, with its key. */
  readonly fields: Fields
  readonly changes: KeptChanges
}

/** What is kept of a write: by column, the values before and after as JSON, and the names of other changed columns. */
export interface KeptChanges {
  readonly values: Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>
  readonly others: readonly string[]
}

/** The maximum length of a change as JSON, in characters. Of a longer one, only the column's name is kept. */
const CHANGE_LIMIT = 10_000

/** Describes the writes of a model, as far as they are kept. A record that does not exist counts as all null. */
export class KeptColumns {
  readonly #columns: readonly TableColumn[]
  readonly #without: ReadonlySet<string>
  readonly #deletedAt: string | undefined

  /** Throws `E_COLUMN_UNKNOWN` if `without` names an unknown column. */
  constructor({ table }: Entity, without: readonly string[]) {
    for (const name of without) table.column(name)
    const unkept = table.columns.filter(
      ({ definition }) => definition.hidden || definition.personal,
    )
    this.#without = new Set([...without, ...unkept.map(({ name }) => name)])
    this.#deletedAt = table.deletedAt?.name
    // Columns that every update sets say nothing.
    this.#columns = table.columns.filter(
      ({ definition }) => definition.onUpdate === undefined && !definition.countsVersions,
    )
  }

  created(record: object): readonly RecordEvent[] {
    const fields = fieldsOf(record)
    return [{ action: 'created', fields, changes: this.#differences({}, fields) }]
  }

  /** Returns no event if no column differs. A soft delete is an update, but its event is a deletion. */
  updated(before: Fields, after: Fields): readonly RecordEvent[] {
    const changes = this.#differences(before, after)
    const names = [...Object.keys(changes.values), ...changes.others]
    if (names.length === 0) return []
    const isDeleted = names.length === 1 && names[0] === this.#deletedAt
    const action = isDeleted && after[names[0] ?? ''] !== null ? 'deleted' : 'updated'
    return [{ action, fields: after, changes }]
  }

  deleted(record: object): readonly RecordEvent[] {
    const fields = fieldsOf(record)
    const deletedAt = this.#deletedAt === undefined ? undefined : fields[this.#deletedAt]
    const isSoft = deletedAt instanceof Date
    const before = isSoft
      ? { ...valuesOf(fields, this.#columns), [this.#deletedAt ?? '']: null }
      : fields
    return [{ action: 'deleted', fields, changes: this.#differences(before, isSoft ? fields : {}) }]
  }

  #differences(before: Fields, after: Fields): KeptChanges {
    const values: Record<string, KeptChanges['values'][string]> = {}
    const others: string[] = []
    for (const { name } of this.#columns) {
      const change = { from: toWire(before[name] ?? null), to: toWire(after[name] ?? null) }
      const [from, to] = [JSON.stringify(change.from), JSON.stringify(change.to)]
      if (from === to) continue
      const isKept = !this.#without.has(name) && from.length + to.length <= CHANGE_LIMIT
      if (isKept) values[name] = change
      else others.push(name)
    }
    return { values, others }
  }
}

/** The values of columns, including hidden ones, which a spread leaves out. */
export function valuesOf(record: object, columns: readonly TableColumn[]): Fields {
  const fields = fieldsOf(record)
  return Object.fromEntries(columns.map(({ name }) => [name, fields[name]]))
}
