import { isReserved } from '../columns/table.ts'
import { type AnyModel, entityOf } from '../records/entity.ts'
import { SetupError } from '../../base/support/setup-error.ts'

/** The names of the static members that every model or every class has. */
export const RESERVED_STATICS = [
  'all',
  'by',
  'columns',
  'count',
  'create',
  'createMany',
  'defaultScope',
  'delete',
  'entityOf',
  'exists',
  'find',
  'findOrFail',
  'first',
  'firstOrCreate',
  'of',
  'ofAnyone',
  'on',
  'orderBy',
  'originOf',
  'paginate',
  'parseKey',
  'primaryKey',
  'query',
  'searched',
  'table',
  'togetherOf',
  'update',
  'updateOrCreate',
  'upsert',
  'where',
  'with',
  'write',
  'name',
  'prototype',
] as const

const statics: ReadonlySet<string> = new Set(RESERVED_STATICS)

/** Tells whether models or their records have a member of this name, which a relation would hide. */
export function isReservedRelation(name: string): boolean {
  return isReserved(name) || statics.has(name)
}

/** Throws `E_RELATION_NAME` if a relation would hide a column or a member of the model or its records. */
export function assertRelationName(model: AnyModel, name: string): void {
  // Not `model.table`: a relation of that name may have replaced it.
  const { table } = entityOf(model)
  const isColumn = table.has(name)
  if (!isColumn && !isReservedRelation(name)) return
  const reason = isColumn
    ? 'it has a column of that name'
    : 'models or their records have a member of that name'
  throw new SetupError(
    'E_RELATION_NAME',
    `A relation of "${table.name}" cannot be named "${name}", because ${reason}. Choose another name.`,
  )
}
