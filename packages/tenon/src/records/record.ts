import { inspect, type InspectOptions } from 'node:util'
import { decode } from '../columns/codec.ts'
import type { Columns } from '../columns/column.ts'
import type { UpdateValues, ValueOf } from '../columns/row.ts'
import { currentDatabase } from '../database/current-database.ts'
import type { Row } from '../database/statement.ts'
import { NotFound } from '../support/http-error.ts'
import { isPromise } from '../support/maybe-promise.ts'
import type { Change, Entity, Origin } from './entity.ts'
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

/**
 * A record: its columns, and whatever was loaded with it, are properties of its own.
 *
 * No private methods and but one private field: each costs every record one more hidden property.
 */
export class ModelRecord<Table extends Columns> {
  /** Carries the types; there is no such property at run time. */
  declare readonly '~columns': Table
  #origin: Origin

  constructor(origin: Origin, row: Row) {
    this.#origin = origin
    hydrate(fieldsOf(this), origin, row)
  }

  /** What the last `update` of this record changed, by column. */
  get changes(): Changes<Table> {
    const changes = this.#origin.changes?.map(({ column, from, to }) => [column, { from, to }])
    // `takeOver` lists columns of this table with their values.
    return Object.fromEntries(changes ?? []) as Changes<Table>
  }

  /**
   * Writes the given columns, and only those, and takes them over into this record.
   *
   * Throws `NotFound` when the row is gone.
   */
  async update(values: UpdateValues<Table>): Promise<this> {
    const { entity } = this.#origin
    const { table, hooks } = entity
    const given = { ...values }
    if (hooks.has('updating')) await hooks.run('updating', this, given)
    const assignments = assignmentsOf(table, given, currentDatabase().dialect)
    if (assignments.length === 0) return this

    const written = updateRow(entity, keyOf(this, entity), assignments)
    if (isPromise(written)) await written
    this.#origin = { ...this.#origin, changes: takeOver(fieldsOf(this), assignments) }
    if (hooks.has('updated')) await hooks.run('updated', this)
    return this
  }

  /** Deletes this record's row; where the model has `softDeletes()` it only marks it. */
  async delete(): Promise<void> {
    const { entity } = this.#origin
    const { table, hooks } = entity
    if (hooks.has('deleting')) await hooks.run('deleting', this)
    if (table.deletedAt === undefined) await deleteRow(entity, keyOf(this, entity))
    else await markDeleted(this, entity, table.deletedAt)
    if (hooks.has('deleted')) await hooks.run('deleted', this)
  }

  /** Reads this record's row again. Throws `NotFound` when it is gone. */
  async refresh(): Promise<this> {
    const { entity } = this.#origin
    const { table, statements, origins } = entity
    const database = currentDatabase()
    const { dialect } = database
    const key = encodeKey(table, keyOf(this, entity), dialect)
    const row = await database.lookup(statements[dialect].find, key)
    if (row === undefined) throw new NotFound()
    hydrate(fieldsOf(this), origins[dialect], row)
    return this
  }

  /** This record as it goes to a client: without hidden columns, dates and 64-bit integers as text. */
  toJSON(): WireRow<Table> {
    const { table } = this.#origin.entity
    const fields = fieldsOf(this)
    const wire: Record<string, unknown> = {}
    for (const name of Object.keys(fields)) {
      if (!table.hides(name)) wire[name] = toWire(fields[name])
    }
    // `WireRow` is this very conversion, column by column.
    return wire as WireRow<Table>
  }

  /** This record as `console.log` shows it: without hidden columns, which stand in no log either. */
  [inspect.custom](depth: number, options: InspectOptions): string {
    const { table, model } = this.#origin.entity
    if (depth < 0) return `[${model.name}]`
    const shown = Object.entries(this).filter(([name]) => !table.hides(name))
    return `${model.name} ${inspect(Object.fromEntries(shown), { ...options, depth })}`
  }

  /** Where a record comes from, for code that extends what records can do. */
  static originOf(record: ModelRecord<Columns>): Origin {
    return record.#origin
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

function hydrate(fields: Record<string, unknown>, { columns }: Origin, row: Row): void {
  for (const column of columns) fields[column.name] = decode(column, row[column.index])
}

/** Gives the record its new values and tells which of them are different. */
function takeOver(
  fields: Record<string, unknown>,
  assignments: readonly Assignment[],
): readonly Change[] {
  const { dialect } = currentDatabase()
  const changes: Change[] = []
  for (const { column, value } of assignments) {
    const codec = column.codecs[dialect]
    const from = fields[column.name]
    const to = decode(codec, value)
    fields[column.name] = to
    if (codec.encode(from) !== value) changes.push({ column: column.name, from, to })
  }
  return changes
}
