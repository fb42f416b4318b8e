/** Limits a rule to the records of one owner: one that the handler binds, or the owner of a bound record. */
import { both, type Condition } from '../../../data/queries/condition.ts'
import { type AnyModel, type Entity, entityOf } from '../../../data/records/entity.ts'
import { hasValue } from '../../../data/queries/parameter.ts'
import { fieldsOf, ModelRecord } from '../../../data/records/record.ts'
import { withSameOwner } from '../../../data/relations/key-guard.ts'
import { belongsToRecord, commonOwner, isSame, ownersOf } from '../../../data/relations/owners.ts'
import { SetupError } from '../../../base/support/setup-error.ts'
import type { HttpRequest } from '../../http/request.ts'
import type { RouteSite } from '../../routing/handler.ts'
import { type Bindings, isModel } from '../binding.ts'
import type { Rule } from './rule.ts'

/** What may determine the owner. */
interface Bound {
  readonly records: readonly object[]
  readonly request: HttpRequest
}

/** Returns the condition that a record belongs to the request's owner. Throws `E_BINDING_OWNER` without an owner. */
export async function ownedCondition(
  { kind, model, of }: Pick<Rule<never>, 'kind' | 'model' | 'of'>,
  { records: bound, request }: Bound,
): Promise<Condition | undefined> {
  const entity = entityOf(model)
  if (entity.table.owner === undefined || of === 'anyone') return undefined
  if (of !== undefined) return belongsToRecord(entity, await of(request))

  const owners = kind === 'unique' ? ownersOf(entity).slice(0, 1) : ownersOf(entity)
  const isOwner = (record: object): boolean => owners.some(({ owner }) => isRecordOf(record, owner))
  const direct = bound
    .filter(isOwner)
    .reduce<Condition | undefined>(
      (condition, record) => both(condition, belongsToRecord(entity, record)),
      undefined,
    )
  const found = direct ?? (await besideCondition(kind, entity, bound))
  if (found !== undefined) return found
  throw ownerless(kind, entity, '')
}

/** The condition for the owner of a bound record: one of the same model, or for `exists` of one with the same owner. */
async function besideCondition(
  kind: Rule<never>['kind'],
  entity: Entity,
  bound: readonly object[],
): Promise<Condition | undefined> {
  const { owner } = entity.table
  for (const record of bound) {
    const from = ModelRecord.entityOf(record)
    if (from === undefined || owner === undefined) continue
    if (isSame(from, entity)) return hasValue(owner, fieldsOf(record)[owner.name])
    if (kind === 'unique' || commonOwner(from, entity) === undefined) continue
    const condition = await withSameOwner(from, fieldsOf(record), entity)
    if (condition !== undefined) return condition
  }
  return undefined
}

/** Throws `E_BINDING_OWNER` at boot if a rule is about owned records and nothing on the route can provide the owner. */
export function assertOwnerBound(
  { kind, model, of }: Rule<never>,
  bindings: Bindings,
  site: RouteSite,
): void {
  const entity = entityOf(model)
  if (entity.table.owner === undefined || of !== undefined) return
  const mayProvide =
    site.middlewares.some(({ provides }) => provides !== undefined) ||
    Object.values(bindings).some((binding) =>
      isModel(binding) ? isRelated(binding, entity) : binding.kind === 'request',
    )
  if (!mayProvide)
    throw ownerless(kind, entity, ` of "${site.pattern.path}" (${site.place.location})`)
}

function isRelated(binding: object, entity: Entity): boolean {
  const model = 'model' in binding ? binding.model : binding
  if (typeof model !== 'function' || !('~entity' in model)) return false
  // Sound: only models have an entity.
  const from = entityOf(model as unknown as AnyModel)
  return isSame(from, entity) || commonOwner(from, entity) !== undefined
}

function isRecordOf(record: object, owner: Entity): boolean {
  const from = ModelRecord.entityOf(record)
  return from !== undefined && isSame(from, owner)
}

function ownerless(kind: Rule<never>['kind'], { table }: Entity, where: string): SetupError {
  return new SetupError(
    'E_BINDING_OWNER',
    `A rule of the body${where} asks with ${kind}() about "${table.name}", but nothing that the handler binds says whose they are: ` +
      `bind a record of their owner, add middleware that provides one, or give it: { of: (request) => … }.`,
  )
}
