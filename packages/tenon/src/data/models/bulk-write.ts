import type { TableColumn } from '../columns/table.ts'
import { databaseOf } from '../database/current-database.ts'
import { NumberOverflow } from '../database/database-error.ts'
import { placeIn } from '../database/refusals/refused-value.ts'
import { constant, operandOf, valueOf } from '../queries/parameter.ts'
import type { Change, Selection } from '../queries/selection.ts'
import type { AnyModel, Entity } from '../records/entity.ts'
import { noteBulk } from '../records/noted/bulk-change.ts'
import { assertNoKey, assertWritable, assignmentsOf, isReadOnly } from '../records/write.ts'
import { assertNoOwnedKeys } from '../relations/key-guard.ts'
import type { Plan } from '../relations/plan.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { returnedColumns, type Returning, toWritten, type Written } from './refining/returning.ts'

/** Sets columns of all rows. */
export async function updateRows<M extends AnyModel, Name extends string>(
  { entity, selection }: Plan,
  values: object,
  options?: Returning<Name>,
): Promise<Written<M, Name>> {
  const { dialect } = databaseOf(entity.table.database)
  assertNoOwnedKeys(entity, Object.keys(values))
  const assignments = assignmentsOf(entity.table, { ...values }, dialect)
  if (assignments.length === 0) {
    return toWritten(entity, { affected: 0, rows: [] }, returnedColumns(entity, options))
  }
  const { version } = entity.table
  const changes = assignments
    .filter(({ column }) => column !== version)
    .map(({ column, value }): Change => ({ column, by: 'value', parameter: constant(value) }))
  return write(entity, selection, { changes: [...changes, ...counted(version)], options })
}

/** Increments the versions, so that records read earlier are known to be stale. */
function counted(version: TableColumn | undefined): readonly Change[] {
  return version === undefined
    ? []
    : [{ column: version, by: 'increment', parameter: valueOf(version, 1) }]
}

/** Adds to one column of all rows, and sets the columns that every update computes. */
export async function incrementRows<M extends AnyModel, Name extends string>(
  { entity, selection }: Plan,
  { name, by }: { readonly name: string; readonly by: unknown },
  options?: Returning<Name>,
): Promise<Written<M, Name>> {
  assertNoOwnedKeys(entity, [name])
  const column = entity.table.column(name)
  assertNoKey(entity.table, column, 'increment()')
  assertWritable(column)
  const computed = entity.table.computedOnUpdate
    .filter((each) => each !== column)
    .map((each) => setTo(each, each.definition.onUpdate?.()))
  const sum: Change = { column, by: 'increment', parameter: operandOf(column, by) }
  const changes = [sum, ...computed, ...counted(entity.table.version)]
  try {
    return await write(entity, selection, { changes, options })
  } catch (error) {
    if (error instanceof NumberOverflow) placeIn(error, entity.table.name, [name])
    throw error
  }
}

/** Deletes all rows, or marks them as deleted if the model uses soft deletes. */
export function deleteRows<M extends AnyModel, Name extends string>(
  plan: Plan,
  options?: Returning<Name>,
): Promise<Written<M, Name>> {
  const { deletedAt } = plan.entity.table
  if (deletedAt === undefined) return removeRows(plan, options)
  return mark(plan, { column: deletedAt, value: new Date() }, options)
}

/** Restores soft-deleted rows. Throws `E_MODEL_SOFT_DELETES` if the model has no soft deletes. */
export async function restoreRows<M extends AnyModel, Name extends string>(
  plan: Plan,
  options?: Returning<Name>,
): Promise<Written<M, Name>> {
  const { deletedAt, name } = plan.entity.table
  if (deletedAt !== undefined) return mark(plan, { column: deletedAt, value: null }, options)
  throw new SetupError(
    'E_MODEL_SOFT_DELETES',
    `"${name}" cannot restore records, because it deletes them permanently. Declare ...softDeletes() among the columns to keep them.`,
  )
}

/** Deletes all rows permanently. */
export function removeRows<M extends AnyModel, Name extends string>(
  { entity, selection }: Plan,
  options?: Returning<Name>,
): Promise<Written<M, Name>> {
  return write(entity, selection, { changes: undefined, options })
}

interface Mark {
  readonly column: TableColumn
  readonly value: Date | null
}

function mark<M extends AnyModel, Name extends string>(
  { entity, selection }: Plan,
  { column, value }: Mark,
  options?: Returning<Name>,
): Promise<Written<M, Name>> {
  return write(entity, selection, { changes: [setTo(column, value)], options })
}

function setTo(column: TableColumn, value: unknown): Change {
  return { column, by: 'value', parameter: valueOf(column, value) }
}

interface BulkWrite<Name extends string> {
  /** `undefined` deletes the rows. */
  readonly changes: readonly Change[] | undefined
  readonly options: Returning<Name> | undefined
}

async function write<M extends AnyModel, Name extends string>(
  entity: Entity,
  selection: Selection,
  { changes, options }: BulkWrite<Name>,
): Promise<Written<M, Name>> {
  if (entity.table.isView) throw isReadOnly(entity.table)
  assertUnlimited(selection)
  const returning = returnedColumns(entity, options)
  const operation =
    changes === undefined
      ? ({ kind: 'delete', returning } as const)
      : ({ kind: 'update', changes, returning } as const)
  return toWritten(entity, await noteBulk(entity, selection, operation), returning)
}

/** SQL has no limit in updates, and ignoring it would change rows outside the limit. */
function assertUnlimited({ table, limit, offset }: Selection): void {
  if (limit === undefined && offset === undefined) return
  throw new SetupError(
    'E_QUERY_LIMITED_WRITE',
    `Records of "${table.name}" cannot be changed by a query with limit() or offset(). Read their keys first, then change where('…', 'in', keys).`,
  )
}
