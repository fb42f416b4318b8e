import { inspect, type InspectOptions } from 'node:util'
import { LOGGED } from '../../base/log/personal/to-logged.ts'
import { type Codec, decode } from '../columns/codec.ts'
import type { Columns } from '../columns/column.ts'
import type { Exactly, ReadValue, UpdateValues } from '../columns/row.ts'
import { databaseOf, findTransaction } from '../database/current-database.ts'
import type { DatabaseValue, Dialect, Row } from '../database/statement.ts'
import { Conflict, type NotFound } from '../../base/support/http-error.ts'
import { isPromise } from '../../base/support/maybe-promise.ts'
import { FetchedTogether, type Change, type Entity, type Origin } from './entity.ts'
import type { Table, TableColumn } from '../columns/table.ts'
import { discardFiles, discardReplaced } from './discard-files.ts'
import { encodeHeldKey, keyOf, lookUpAgain } from './key.ts'
import { RecordNotFound } from './record-not-found.ts'
import { whileChecked } from './owned/while-checked.ts'
import { toWire, type WireRow } from './wire.ts'
import { type Assignment, assignmentsOf, deleteRow, updateRow, type Values } from './write.ts'

/** What an update changed, by column. */
export type Changes<Table extends Columns> = {
  readonly [Name in keyof Table]?: {
    readonly from: ReadValue<Table, Name>
    readonly to: ReadValue<Table, Name>
  }
}

/** The checks of a write. */
export interface WriteChecks {
  readonly check?: ((given: Values) => Promise<void>) | undefined
  /** After the row is written, in the same transaction. */
  readonly verify?: ((given: Values) => Promise<void>) | undefined
}

/**
 * A record. Its columns, and everything that was loaded with it, are own properties. Hidden columns are not
 * enumerable, so that neither a spread nor JSON includes them.
 *
 * No private methods and only one private field: each adds a hidden property to every record.
 */
export class ModelRecord<Table extends Columns> {
  /** Carries the types; the property does not exist at run time. */
  declare readonly '~columns': Table
  /** The name of the table; the property does not exist at run time either. */
  declare readonly '~table': string
  #origin: Origin

  constructor(origin: Origin, row: Row) {
    this.#origin = origin
    hydrate(fieldsOf(this), origin, row)
  }

  /** What the last `update` of this record changed, by column. */
  get changes(): Changes<Table> {
    const { entity, changes = [] } = this.#origin
    const byColumn: Record<string, unknown> = {}
    for (const { column, from, to } of changes) {
      put(byColumn, column, { from, to }, entity.table.hides(column))
    }
    // `applyAssignments` lists columns of this table with their values.
    return byColumn as Changes<Table>
  }

  /**
   * Writes the given columns only, and sets them on this record.
   *
   * Throws `NotFound` if the row is gone, soft-deleted, or belongs to another owner now. If the model has
   * `versions()`, throws `Conflict` if the record, or the version among the values, is older than the row.
   */
  update<Given extends UpdateValues<Table>>(
    values: Exactly<Given, UpdateValues<Table>>,
  ): Promise<this> {
    const { entity } = this.#origin
    const { keyGuard } = entity
    if (keyGuard === undefined) return ModelRecord.write(this, values, {})
    const check = (given: Values) => keyGuard.check(given, fieldsOf(this))
    const whole = keyGuard.whole(values, fieldsOf(this))
    return whileChecked(entity, [whole], () => ModelRecord.write(this, whole, { check }))
  }

  /** Does the same as `update`, with other checks before and after the row is written. */
  static write<Written extends ModelRecord<Columns>>(
    record: Written,
    values: Values,
    { check, verify }: WriteChecks,
  ): Promise<Written> {
    const { entity } = record.#origin
    const { table, hooks } = entity
    return hooks.around('updating', 'updated', async () => {
      const given = { ...values }
      if (hooks.has('updating')) await hooks.run('updating', record, given)
      const { dialect } = databaseOf(table.database)
      const assignments = assignmentsOf(table, nextVersion(record, entity, given), dialect)
      if (assignments.length === 0) return record

      await check?.(given)
      const assigned = assignedTo(record, assignments, dialect)
      const found = updateRow(entity, fieldsOf(record), assignments)
      if (!(isPromise(found) ? await found : found)) throw await lost(record, entity)
      await verify?.(given)
      const changes = assigned.filter(({ isSame }) => !isSame)
      ModelRecord.#assign(record, assigned, changes)
      if (table.generated.length > 0) {
        ModelRecord.#assign(record, await readGenerated(record, entity, dialect), changes)
      }
      if (hooks.has('updated')) await hooks.run('updated', record)
      if (table.files.length > 0) await discardReplaced(table, changes)
      return record
    })
  }

  /**
   * Deletes this record's row, or marks it as deleted if the model has `softDeletes()`.
   *
   * Returns whether the row existed; an already marked row keeps its mark.
   */
  delete(): Promise<boolean> {
    const { entity } = this.#origin
    const { table, hooks } = entity
    return hooks.around('deleting', 'deleted', async () => {
      if (hooks.has('deleting')) await hooks.run('deleting', this)
      if (table.deletedAt === undefined) {
        const wasThere = await deleteRow(entity, (dialect) =>
          encodeHeldKey(table, fieldsOf(this), dialect),
        )
        if (wasThere && hooks.has('deleted')) await hooks.run('deleted', this)
        if (wasThere && table.files.length > 0) await discardFiles(table, fieldsOf(this))
        return wasThere
      }
      const { dialect } = databaseOf(table.database)
      const mark = markNow(table.deletedAt, dialect)
      const assigned = assignedTo(this, [mark], dialect)
      if (!(await updateRow(entity, fieldsOf(this), [mark]))) {
        const reason = await lost(this, entity)
        if (reason instanceof Conflict) throw reason
        return false
      }
      ModelRecord.#assign(this, assigned, this.#origin.changes)
      if (hooks.has('deleted')) await hooks.run('deleted', this)
      return true
    })
  }

  /** Reads this record's row again. Throws `NotFound` if it is gone, or belongs to another owner now. */
  async refresh(): Promise<this> {
    const { entity } = this.#origin
    const { table, origins } = entity
    const fields = fieldsOf(this)
    const row = await lookUpAgain(entity, fields)
    if (row === undefined) throw new RecordNotFound(entity, keyOf(table, fields))
    const { dialect } = databaseOf(table.database)
    const before = [...entity.relationsByColumn.keys()].map((name) => [name, fields[name]] as const)
    hydrate(fields, origins[dialect], row)
    for (const [name, value] of before) {
      if (fields[name] !== value) forgetRelations(this, entity, name)
    }
    return this
  }

  /** This record as sent to a client: without hidden columns, dates and 64-bit integers as text. */
  toJSON(): WireRow<Table> {
    const fields = fieldsOf(this)
    const wire: Record<string, unknown> = {}
    for (const name of Object.keys(fields)) wire[name] = toWire(fields[name])
    // `WireRow` describes this conversion, column by column.
    return wire as WireRow<Table>
  }

  /** This record in log lines: without hidden columns, and without the values of personal ones. */
  [LOGGED](): object {
    return withoutPersonal(this, this.#origin.entity.table)
  }

  /** This record as `console.log` shows it: without hidden columns, and without the values of personal ones. */
  [inspect.custom](depth: number, options: InspectOptions): string {
    const { model, table } = this.#origin.entity
    if (depth < 0) return `[${model.name}]`
    return `${model.name} ${inspect(withoutPersonal(this, table), { ...options, depth })}`
  }

  /** Sets the written values on a record. A rollback of the transaction restores the former values. */
  static #assign(
    record: ModelRecord<Columns>,
    assigned: readonly Assigned[],
    changes: Origin['changes'],
  ): void {
    const { entity, changes: before } = record.#origin
    const transaction = findTransaction(databaseOf(entity.table.database))
    transaction?.restorations.add(record, ModelRecord.#restore(assigned, before))
    ModelRecord.#set(record, assigned, { side: 'to', changes })
  }

  /** Returns a function that restores the values from before a write. */
  static #restore(
    assigned: readonly Assigned[],
    changes: Origin['changes'],
  ): (record: object) => void {
    return (record) => {
      if (#origin in record) ModelRecord.#set(record, assigned, { side: 'from', changes })
    }
  }

  /** Sets the values from before or after a write, and removes the relations that were loaded by the others. */
  static #set(
    record: ModelRecord<Columns>,
    assigned: readonly Assigned[],
    { side, changes }: { readonly side: 'from' | 'to'; readonly changes: Origin['changes'] },
  ): void {
    const fields = fieldsOf(record)
    for (const each of assigned) {
      fields[each.column] = each[side]
      if (!each.isSame) forgetRelations(record, record.#origin.entity, each.column)
    }
    record.#origin = { ...record.#origin, changes }
  }

  /** Where a record comes from, for code that extends what records can do. */
  static originOf(record: ModelRecord<Columns>): Origin {
    return record.#origin
  }

  /** The entity of a record; `undefined` for anything else. */
  static entityOf(value: unknown): Entity | undefined {
    return typeof value === 'object' && value !== null && #origin in value
      ? value.#origin.entity
      : undefined
  }

  /** The records that were fetched together with this one, including itself. */
  static togetherOf(record: ModelRecord<Columns>): FetchedTogether {
    const { together = new FetchedTogether([record]) } = record.#origin
    if (record.#origin.together === undefined) record.#origin = { ...record.#origin, together }
    return together
  }
}

/** A record's own properties by name; classes have no index signature. */
export function fieldsOf(record: object): Record<string, unknown> {
  return record as Record<string, unknown>
}

/** The enumerable properties of a record, with `[personal]` instead of each personal value. */
function withoutPersonal(record: object, { personal }: Table): Record<string, unknown> {
  const fields: Record<string, unknown> = Object.fromEntries(Object.entries(record))
  for (const { name } of personal) {
    if (fields[name] !== undefined && fields[name] !== null) fields[name] = '[personal]'
  }
  return fields
}

/** Increments the version. Throws `Conflict` if the values come from another version. */
function nextVersion(record: object, { table: { version } }: Entity, given: Values): Values {
  if (version === undefined || Object.keys(given).length === 0) return given
  const known = fieldsOf(record)[version.name]
  const { [version.name]: from = known, ...others } = given
  if (from !== known) throw new Conflict(CHANGED_MEANWHILE)
  return Object.values(others).every((value) => value === undefined)
    ? {}
    : { ...others, [version.name]: Number(known) + 1 }
}

/** Returns the reason why an update found no row. */
async function lost(record: object, entity: Entity): Promise<NotFound | Conflict> {
  const { table } = entity
  const row = table.version && (await lookUpAgain(entity, fieldsOf(record)))
  return row === undefined
    ? new RecordNotFound(entity, keyOf(table, fieldsOf(record)))
    : new Conflict(CHANGED_MEANWHILE)
}

const CHANGED_MEANWHILE = 'The record was changed meanwhile'

/** Removes the relations that were loaded by a column, because its value has changed. */
function forgetRelations(record: object, { relationsByColumn }: Entity, column: string): void {
  for (const name of relationsByColumn.get(column) ?? []) Reflect.deleteProperty(record, name)
}

function markNow(column: TableColumn, dialect: Dialect): Assignment {
  return { column, value: column.codecs[dialect].encode(new Date()) }
}

function hydrate(fields: Record<string, unknown>, { columns }: Origin, row: Row): void {
  for (const column of columns) {
    const value = decode(column, row[column.index])
    if (column.isHidden) put(fields, column.name, value, true)
    else fields[column.name] = value
  }
}

/** Sets a property; a hidden one does not appear in spreads, key lists or JSON. */
function put(
  fields: Record<string, unknown>,
  name: string,
  value: unknown,
  isHidden: boolean,
): void {
  const visibility = { enumerable: !isHidden, writable: true, configurable: true }
  Object.defineProperty(fields, name, { ...visibility, value })
}

/** The value that a record has, and the one that it gets. */
interface Assigned extends Change {
  readonly isSame: boolean
}

/** How assignments change a record. Computed before the write, so that nothing fails once the row is stored. */
function assignedTo(
  record: object,
  assignments: readonly Assignment[],
  dialect: Dialect,
): readonly Assigned[] {
  const fields = fieldsOf(record)
  return assignments.map(({ column: { name, codecs }, value }) => {
    const codec = codecs[dialect]
    const from = fields[name]
    return { column: name, from, to: decode(codec, value), isSame: isStoredAs(codec, from, value) }
  })
}

/** Whether a value is stored in this form. */
function isStoredAs(codec: Codec, value: unknown, stored: DatabaseValue): boolean {
  try {
    return isSame(codec.encode(value), stored)
  } catch {
    // The stored value is older than a rule of the column and breaks it, so it differs from the new value.
    return false
  }
}

/** Reads the values that the database computed from the new ones. */
async function readGenerated(
  record: object,
  entity: Entity,
  dialect: Dialect,
): Promise<readonly Assigned[]> {
  const { table } = entity
  const fields = fieldsOf(record)
  const row = await lookUpAgain(entity, fields)
  if (row === undefined) return []
  return table.generated.map(({ name, index, codecs }) => {
    const to = decode(codecs[dialect], row[index])
    return { column: name, from: fields[name], to, isSame: false }
  })
}

function isSame(one: DatabaseValue, other: DatabaseValue): boolean {
  const areBytes = one instanceof Uint8Array && other instanceof Uint8Array
  return areBytes ? Buffer.compare(one, other) === 0 : one === other
}
