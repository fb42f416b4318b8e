/**
 * Finds a record that has an owner: only among the records of the owners that the path and the middleware before it
 * have bound.
 *
 * A route without such an owner does not compile and does not boot, unless it is `.unscoped()`.
 */
import type { Table, TableColumn } from '../../data/columns/table.ts'
import { type Condition, both } from '../../data/queries/condition.ts'
import { type AnyModel, entityOf } from '../../data/records/entity.ts'
import { findOne } from '../../data/records/fetch.ts'
import { hasValue } from '../../data/queries/parameter.ts'
import { ModelRecord } from '../../data/records/record.ts'
import { belongsToRecord, commonOwner, isSame, ownersOf } from '../../data/relations/owners.ts'
import { findWithin, NOT_IN_PATHS } from '../../data/relations/within.ts'
import type { HttpRequest } from '../http/request.ts'
import type { RouteSite } from '../routing/handler.ts'
import { NotFound } from '../../base/support/http-error.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import type { Input } from './binding.ts'

/** A parameter that is bound to a Tenon model. */
export interface BoundParameter {
  readonly name: string
  readonly model: AnyModel
  readonly column: string | undefined
}

/** What precedes an owned record: the parameters of the path before it, and the record it is nested in. */
export interface Before {
  readonly parameters: readonly BoundParameter[]
  readonly parent: BoundParameter | undefined
  readonly site: RouteSite
}

/** Finds the record of a request among those of the owners that earlier steps have bound. */
export type FindOwned = (input: Input, request: HttpRequest, key: unknown) => Promise<object | null>

/** Compiles the lookup of an owned record. Throws `E_BINDING_OWNER` if nothing on the route can provide its owner. */
export function toOwnedLookup(child: BoundParameter, before: Before): FindOwned {
  const { parent, site } = before
  const entity = entityOf(child.model)
  const { table } = entity
  const column =
    child.column === undefined
      ? table.singleKey(NOT_IN_PATHS)
      : uniqueColumn(child.column, table, site)
  if (site.isUnscoped) return (_input, _request, key) => findOne(entity, hasValue(column, key))

  const options = child.column === undefined ? {} : { column: child.column }
  const findIn = parent && findWithin(parent.model, child.model, options)
  const owners = before.parameters.filter(({ model }) => owns(model, child.model))
  if (parent !== undefined && findIn === undefined && !owners.includes(parent)) {
    throw unrelated(parent, child, site)
  }
  const isNested =
    parent !== undefined && findIn !== undefined && hasSameOwner(parent.model, child.model)
  const provided = site.middlewares.flatMap(({ provides }) => provides ?? [])
  if (owners.length === 0 && !isNested && provided.length === 0) throw ownerless(child, site)

  const ownerOf = (input: Input, request: HttpRequest): Condition | undefined => {
    const given = provided.map((value) => request.get(value))
    const records = [...owners.map(({ name }) => input[name]), ...given.filter(isOwner)]
    return records.reduce<Condition | undefined>(
      (condition, record) => both(condition, belongsToRecord(entity, record)),
      undefined,
    )
  }
  const isOwner = (value: unknown): boolean => {
    const from = ModelRecord.entityOf(value)
    return from !== undefined && ownersOf(entity).some(({ owner }) => isSame(owner, from))
  }
  return async (input, request, key) => {
    const owner = ownerOf(input, request)
    if (owner === undefined && !isNested) throw ownerless(child, site)
    if (parent === undefined || findIn === undefined) {
      return findOne(entity, hasValue(column, key), owner)
    }
    const record = input[parent.name]
    if (typeof record !== 'object' || record === null) throw new NotFound()
    return findIn(record, key, owner)
  }
}

/** Without an owner, a column that is only unique within an owner could match several records. */
function uniqueColumn(name: string, table: Table, site: RouteSite): TableColumn {
  return site.isUnscoped ? table.uniqueColumn(name) : table.uniqueInOwner(name)
}

/** Whether records of a model belong to others. */
export function isOwned(model: AnyModel): boolean {
  return entityOf(model).table.owner !== undefined
}

/** Whether the parent has an owner that also owns the child. */
function hasSameOwner(parent: AnyModel, child: AnyModel): boolean {
  return isOwned(parent) && commonOwner(entityOf(parent), entityOf(child)) !== undefined
}

function owns(owner: AnyModel, model: AnyModel): boolean {
  return ownersOf(entityOf(model)).some((step) => isSame(step.owner, entityOf(owner)))
}

function ownerless(child: BoundParameter, { pattern, place }: RouteSite): SetupError {
  const owners = ownersOf(entityOf(child.model)).map(({ owner }) => owner.table.name)
  return new SetupError(
    'E_BINDING_OWNER',
    `The handler of "${pattern.path}" (${place.location}) binds {${child.name}}, but nothing before it says whose it is: ` +
      `bind a record of ${owners.join(' or ')} before it, add middleware that provides one, or add .unscoped() to the route.`,
  )
}

/** The error of a record that is nested in one it has no relation to. */
export function unrelated(
  parent: BoundParameter,
  child: BoundParameter,
  { pattern, place }: RouteSite,
): SetupError {
  return new SetupError(
    'E_BINDING_UNRELATED',
    `The handler of "${pattern.path}" (${place.location}) looks {${child.name}} up within {${parent.name}}, but no ` +
      `relation connects "${parent.model.table}" to "${child.model.table}". Declare one, or add .unscoped() to the route.`,
  )
}
