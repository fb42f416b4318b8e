import type { TableColumn } from '../columns/table.ts'
import { databaseOf } from '../database/current-database.ts'
import { constant, valueOf } from '../queries/parameter.ts'
import type { Change, Selection } from '../queries/selection.ts'
import type { Entity } from '../records/entity.ts'
import { noteBulk } from '../records/noted/bulk-change.ts'
import { assignmentsOf } from '../records/write.ts'
import { assertNoOwnedKeys } from '../relations/key-guard.ts'
import type { Plan } from '../relations/plan.ts'
import { SetupError } from '../../base/support/setup-error.ts'

/** Sets columns of all rows and returns the number of rows. */
export async function updateRows({ entity, selection }: Plan, values: object): Promise<number> {
  const { dialect } = databaseOf(entity.table.database)
  assertNoOwnedKeys(entity, Object.keys(values))
  const assignments = assignmentsOf(entity.table, { ...values }, dialect)
  if (assignments.length === 0) return 0
  const { version } = entity.table
  const changes = assignments
    .filter(({ column }) => column !== version)
    .map(({ column, value }): Change => ({ column, by: 'value', parameter: constant(value) }))
  return change(entity, selection, [...changes, ...counted(version)])
}

/** Increments the versions, so that records read earlier are known to be stale. */
function counted(version: TableColumn | undefined): readonly Change[] {
  return version === undefined
    ? []
    : [{ column: version, by: 'increment', parameter: valueOf(version, 1) }]
}

/** Adds to one column of all rows, and sets the columns that every update computes. */
export async function incrementRows(
  { entity, selection }: Plan,
  name: string,
  by: unknown,
): Promise<number> {
  assertNoOwnedKeys(entity, [name])
  const column = entity.table.column(name)
  const computed = entity.table.computedOnUpdate
    .filter((each) => each !== column)
    .map((each) => setTo(each, each.definition.onUpdate?.()))
  return change(entity, selection, [
    { column, by: 'increment', parameter: valueOf(column, by) },
    ...computed,
    ...counted(entity.table.version),
  ])
}

/** Deletes all rows, or marks them as deleted if the model uses soft deletes. */
export function deleteRows(plan: Plan): Promise<number> {
  const { deletedAt } = plan.entity.table
  return deletedAt === undefined ? removeRows(plan) : mark(plan, deletedAt, new Date())
}

/** Restores soft-deleted rows. Throws `E_MODEL_SOFT_DELETES` if the model has no soft deletes. */
export function restoreRows(plan: Plan): Promise<number> {
  const { deletedAt, name } = plan.entity.table
  if (deletedAt !== undefined) return mark(plan, deletedAt, null)
  throw new SetupError(
    'E_MODEL_SOFT_DELETES',
    `"${name}" cannot restore records, because it deletes them permanently. Declare ...softDeletes() among the columns to keep them.`,
  )
}

/** Deletes all rows permanently. */
export async function removeRows({ entity, selection }: Plan): Promise<number> {
  assertUnlimited(selection)
  return noteBulk(entity, selection, { kind: 'delete' })
}

function mark({ entity, selection }: Plan, column: TableColumn, value: Date | null) {
  return change(entity, selection, [setTo(column, value)])
}

function setTo(column: TableColumn, value: unknown): Change {
  return { column, by: 'value', parameter: valueOf(column, value) }
}

async function change(
  entity: Entity,
  selection: Selection,
  changes: readonly Change[],
): Promise<number> {
  assertUnlimited(selection)
  return noteBulk(entity, selection, { kind: 'update', changes })
}

/** SQL has no limit in updates; dropping it silently would change rows that were not meant. */
function assertUnlimited({ table, limit, offset }: Selection): void {
  if (limit === undefined && offset === undefined) return
  throw new SetupError(
    'E_QUERY_LIMITED_WRITE',
    `Records of "${table.name}" cannot be changed by a query with limit() or offset(). Read their keys first, then change where('…', 'in', keys).`,
  )
}
