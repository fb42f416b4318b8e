import { actors } from '../../../base/log/actors.ts'
import { type Duration, toMs } from '../../../base/support/duration.ts'
import { BadRequest } from '../../../base/support/http-error.ts'
import { SetupError } from '../../../base/support/setup-error.ts'
import type { Columns } from '../../columns/column.ts'
import { type AnyModel, type Entity, entityOf, type InstanceOf } from '../../records/entity.ts'
import { fieldsOf, ModelRecord } from '../../records/record.ts'
import type { WireRow } from '../../records/wire.ts'
import { assertCount } from '../query-input.ts'
import { type AuditActor, AuditEntries, type AuditRow, readAuditActor } from './audit-entries.ts'
import { BulkWrites } from './bulk-writes.ts'
import { KeptColumns, valuesOf } from './kept-columns.ts'

/** Options of `audited`. */
export interface AuditOptions<Name extends string = string> {
  /**
   * Columns whose values are not kept: an entry only says that they changed. The values of hidden and personal
   * columns are never kept.
   */
  readonly without?: readonly Name[]
  /** How long entries are kept. Default `'730d'`. */
  readonly keep?: Duration
}

/** Something that happened to a record. */
export interface AuditEntry<M extends AnyModel> {
  readonly id: number
  readonly at: Date
  readonly action: 'created' | 'updated' | 'deleted'
  /** Who did it; `null` for guests, tasks and commands. */
  readonly actor: AuditActor | null
  /** The values before and after, as JSON: dates and 64-bit integers are text. */
  readonly changes: {
    readonly [Name in keyof WireRow<M['columns']>]?: {
      readonly from: WireRow<M['columns']>[Name] | null
      readonly to: WireRow<M['columns']>[Name] | null
    }
  }
  /** The other columns that changed, whose values are not kept. */
  readonly others: readonly string[]
}

/** Which entries are read. */
export interface AuditPage {
  /** The number of entries. Default 50, at most 1,000. */
  readonly limit?: number
  /** The id of an entry: only those before it are read. */
  readonly before?: number
}

/** The audit of a model, as `audited(Ticket)` returns it. */
export interface Audit<M extends AnyModel> {
  /**
   * Returns the entries of a record, the latest first. Throws `BadRequest` if `before` is not an id, and `E_AUDIT` for
   * a record of another model.
   */
  of(record: InstanceOf<M>, page?: AuditPage): Promise<AuditEntry<M>[]>
  /** Deletes all entries of a record. Throws `E_AUDIT` for a record of another model. */
  forget(record: InstanceOf<M>): Promise<void>
}

/** The maximum number of entries that are read at once. */
const PAGE_LIMIT = 1_000

/**
 * Records who changed a model's records, how and when, in the transaction of the change:
 * `export const ticketAudit = audited(Ticket, { without: ['phone'] })`. Call it once, beside the model.
 *
 * Changes by raw SQL, Kysely, pivot tables and cascades of the database are not recorded. Throws `E_AUDIT` for a model
 * that is audited already, and `E_COLUMN_UNKNOWN` if `without` names an unknown column.
 */
export function audited<M extends AnyModel>(
  model: M,
  { without = [], keep = '730d' }: AuditOptions<keyof M['columns'] & string> = {},
): Audit<M> {
  const entity = entityOf<AnyModel>(model)
  if (entity.bulkAudit !== undefined) throw auditedTwice(entity)
  actors.follow()
  const columns = new KeptColumns(entity, without)
  const entries = new AuditEntries(entity, toMs(keep, 'keep'))
  entity.bulkAudit = new BulkWrites(entity, columns, entries)
  entity.hooks.add('created', (record: object) => entries.add(columns.created(record)))
  entity.hooks.add('updated', (record: ModelRecord<Columns>) =>
    entries.add(columns.updated(valuesBefore(record), fieldsOf(record))),
  )
  entity.hooks.add('deleted', (record: object) => entries.add(columns.deleted(record)))
  return {
    async of(record, { limit = 50, before } = {}) {
      assertRecordOf(entity, record)
      const most = Math.min(assertCount(limit), PAGE_LIMIT)
      if (before !== undefined) assertEntryId(before)
      const rows = await entries.of(fieldsOf(record), most, before)
      return rows.map((row) => toEntry<M>(row))
    },
    async forget(record) {
      assertRecordOf(entity, record)
      await entries.forget(fieldsOf(record))
    },
  }
}

/** The values of a record before its last update. */
function valuesBefore(record: ModelRecord<Columns>): Readonly<Record<string, unknown>> {
  const { entity, changes = [] } = ModelRecord.originOf(record)
  const old = Object.fromEntries(changes.map(({ column, from }) => [column, from]))
  return { ...valuesOf(record, entity.table.columns), ...old }
}

function toEntry<M extends AnyModel>({ id, at, action, actor, changes }: AuditRow): AuditEntry<M> {
  // Written by `AuditEntries`, from the columns of this model.
  const { values, others } = JSON.parse(changes) as Kept<M>
  return {
    id,
    at: new Date(at),
    action,
    actor: readAuditActor(actor),
    changes: values,
    others,
  }
}

interface Kept<M extends AnyModel> {
  readonly values: AuditEntry<M>['changes']
  readonly others: readonly string[]
}

/** Throws `BadRequest`, because a client sends the position of the next page. */
function assertEntryId(id: number): void {
  if (Number.isSafeInteger(id)) return
  throw new BadRequest(`${id} is not the id of an entry. Use that of the last one of a page.`)
}

/** Throws `E_AUDIT` for a record of another model, which might have the same key. */
function assertRecordOf({ table }: Entity, record: object): void {
  if (ModelRecord.entityOf(record)?.table === table) return
  throw new SetupError(
    'E_AUDIT',
    `The audit of "${table.name}" was asked about something else. Pass a record of this model.`,
  )
}

function auditedTwice({ table: { name } }: Entity): SetupError {
  return new SetupError(
    'E_AUDIT',
    `"${name}" is audited twice. Call audited() once, and import what it returns.`,
  )
}
