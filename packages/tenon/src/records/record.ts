import { decode } from '../columns/codec.ts'
import type { Columns } from '../columns/column.ts'
import type { UpdateValues, ValueOf } from '../columns/row.ts'
import { currentDatabase } from '../database/current-database.ts'
import type { Row } from '../database/statement.ts'
import { NotFound } from '../support/http-error.ts'
import { isPromise } from '../support/maybe-promise.ts'
import type { Entity, Hydration } from './entity.ts'
import type { TableColumn } from '../columns/table.ts'
import { toWire, type WireRow } from './wire.ts'
import { type Assignment, assignmentsOf, deleteRow, encodeKey, updateRow } from './write.ts'

/** What an update changed, by column. */
export type Changes<Table extends Columns> = {
  readonly [Name in keyof Table]?: {
    readonly from: ValueOf<Table, Name>
    readonly to: ValueOf<Table, Name>
  }
}

type ChangedValues = Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>

/** Where a record comes from. */
export interface Origin {
  readonly entity: Entity
  /** The records that the same query has fetched, this one among them. */
  readonly together: readonly object[]
}

/**
 * A record: its columns, and whatever was loaded with it, are properties of its own.
 *
 * No private methods here: each would cost every record one more hidden property.
 */
export class ModelRecord<Table extends Columns> {
  /** Carries the types; there is no such property at run time. */
  declare readonly '~columns': Table
  readonly #entity: Entity
  readonly #together: readonly object[] | undefined
  #changes: Changes<Table> | undefined

  constructor(hydration: Hydration, row: Row, together?: readonly object[]) {
    this.#entity = hydration.entity
    this.#together = together
    hydrate(fieldsOf(this), hydration, row)
  }

  /** What the last `update` of this record changed, by column. */
  get changes(): Changes<Table> {
    return this.#changes ?? {}
  }

  /**
   * Writes the given columns, and only those, and takes them over into this record.
   *
   * Throws `NotFound` when the row is gone.
   */
  async update(values: UpdateValues<Table>): Promise<this> {
    const { table, hooks } = this.#entity
    const given = { ...values }
    if (hooks.has('updating')) await hooks.run('updating', this, given)
    const assignments = assignmentsOf(table, given, currentDatabase().dialect)
    if (assignments.length === 0) return this

    const written = updateRow(this.#entity, keyOf(this, this.#entity), assignments)
    if (isPromise(written)) await written
    this.#changes = takeOver(fieldsOf(this), assignments)
    if (hooks.has('updated')) await hooks.run('updated', this)
    return this
  }

  /** Deletes this record's row; where the model has `softDeletes()` it only marks it. */
  async delete(): Promise<void> {
    const { table, hooks } = this.#entity
    if (hooks.has('deleting')) await hooks.run('deleting', this)
    if (table.deletedAt === undefined) await deleteRow(this.#entity, keyOf(this, this.#entity))
    else await markDeleted(this, this.#entity, table.deletedAt)
    if (hooks.has('deleted')) await hooks.run('deleted', this)
  }

  /** Reads this record's row again. Throws `NotFound` when it is gone. */
  async refresh(): Promise<this> {
    const { table, statements, hydration } = this.#entity
    const database = currentDatabase()
    const { dialect } = database
    const key = encodeKey(table, keyOf(this, this.#entity), dialect)
    const row = await database.lookup(statements[dialect].find, key)
    if (row === undefined) throw new NotFound()
    hydrate(fieldsOf(this), hydration[dialect], row)
    return this
  }

  /** This record as it goes to a client: without hidden columns, dates and 64-bit integers as text. */
  toJSON(): WireRow<Table> {
    const { table } = this.#entity
    const fields = fieldsOf(this)
    const wire: Record<string, unknown> = {}
    for (const name of Object.keys(fields)) {
      if (!table.hides(name)) wire[name] = toWire(fields[name])
    }
    // `WireRow` is this very conversion, column by column.
    return wire as WireRow<Table>
  }

  /** Where a record comes from, for code that extends what records can do. */
  static originOf(record: ModelRecord<Columns>): Origin {
    return { entity: record.#entity, together: record.#together ?? [record] }
  }
}

/** A record's own properties by name; classes have no index signature. */
export function fieldsOf(record: object): Record<string, unknown> {
  return record as Record<string, unknown>
}

function keyOf(record: object, { table }: Entity): unknown {
  return fieldsOf(record)[table.key.name]
}

async function markDeleted(record: object, entity: Entity, column: TableColumn): Promise<void> {
  const value = column.codecs[currentDatabase().dialect].encode(new Date())
  await updateRow(entity, keyOf(record, entity), [{ column, value }])
  takeOver(fieldsOf(record), [{ column, value }])
}

function hydrate(fields: Record<string, unknown>, { columns }: Hydration, row: Row): void {
  for (let i = 0; i < columns.length; i++) {
    const column = columns[i]
    if (column === undefined) return
    fields[column.name] = decode(column, row[i])
  }
}

/** Gives the record its new values and tells which of them are different. */
function takeOver(
  fields: Record<string, unknown>,
  assignments: readonly Assignment[],
): ChangedValues {
  const { dialect } = currentDatabase()
  const changes: Record<string, { from: unknown; to: unknown }> = {}
  for (const { column, value } of assignments) {
    const codec = column.codecs[dialect]
    const from = fields[column.name]
    const to = decode(codec, value)
    fields[column.name] = to
    if (codec.encode(from) !== value) changes[column.name] = { from, to }
  }
  return changes
}
