import { both, type Condition } from '../queries/condition.ts'
import { selectAll } from '../queries/selection.ts'
import { ANY_OWNER } from '../database/owners/current-owners.ts'
import { assertUnowned } from '../records/assert-unowned.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { type AnyModel, entityOf } from '../records/entity.ts'
import { fieldsOf, ModelRecord } from '../records/record.ts'
import { ownersOfRecord } from '../records/owned/stated-owners.ts'
import { belongsToRecord } from '../relations/owners.ts'
import type { AnyView, Plan } from '../relations/plan.ts'

/** What a query has been refined to. */
export interface QueryState extends Plan {
  readonly deleted: 'without' | 'with' | 'only'
  readonly isScoped: boolean
  /** The condition that every record must match, even if an `orWhere` widens the other conditions. */
  readonly restriction: Condition | undefined
  /** The condition that records belong to the owner; `undefined` if the model has none, or for all owners. */
  readonly owner: Condition | undefined
  /** The owners to state to a database with row level security; `undefined` if the query states none. */
  readonly owners: (() => string | undefined) | undefined
}

/** Reads all records of a model that are not deleted. */
export function initialState(model: AnyModel): QueryState {
  const entity = entityOf(model)
  return {
    entity,
    selection: selectAll(entity.table),
    loads: [],
    shown: undefined,
    deleted: 'without',
    isScoped: true,
    restriction: undefined,
    owner: undefined,
    owners: undefined,
  }
}

/** The same, but throws `E_OWNER` for an owned model, because its queries must start with an owner. */
export function unownedState(model: AnyModel): QueryState {
  const state = initialState(model)
  assertUnowned(state.entity)
  return state
}

/** Reads the records that belong to another one. */
export function ownedState(model: AnyModel, owner: unknown): QueryState {
  const state = initialState(model)
  return {
    ...state,
    owner: belongsToRecord(state.entity, owner),
    owners: () => ownersOf(owner),
  }
}

/** Reads the records of all owners. */
export function anyonesState(model: AnyModel): QueryState {
  return { ...initialState(model), owners: () => ANY_OWNER }
}

function ownersOf(owner: unknown): string | undefined {
  const entity = ModelRecord.entityOf(owner)
  return entity && ownersOfRecord(entity, fieldsOf(owner as object))
}

/** Reads what a view shows of the same records. Throws `E_VIEW` for a view of another model. */
export function seenBy(state: QueryState, view: AnyView): QueryState {
  const { entity, selection, loads, shown } = view.plan
  const { name } = state.entity.table
  if (entity.table !== state.entity.table) {
    throw new SetupError(
      'E_VIEW',
      `A query on "${name}" cannot show a view of "${entity.table.name}".`,
    )
  }
  const [loaded] = state.loads
  if (loaded !== undefined) {
    throw new SetupError(
      'E_VIEW',
      loads.some((load) => load.name === loaded.name)
        ? `The query on "${name}" loads "${loaded.name}", which its view reads itself. Remove with('${loaded.name}').`
        : `The query on "${name}" loads "${loaded.name}", which its view does not show. Remove with('${loaded.name}'), or add it to the view.`,
    )
  }
  // Keep the aggregates of the query, because it may be ordered by them.
  const others = state.selection.aggregates.filter((one) =>
    selection.aggregates.every((each) => each.name !== one.name),
  )
  const aggregates = [...selection.aggregates, ...others]
  return { ...state, loads, shown, selection: { ...state.selection, aggregates } }
}

/** What is executed: the state with the conditions of default scopes and soft deletion. */
export function planOf(state: QueryState): Plan {
  const { entity, selection, loads, shown, deleted, isScoped, restriction, owner } = state
  const { owners } = state
  const scope = isScoped ? entity.defaultCondition() : undefined
  const required = both(both(owner, restriction), scope)
  const { deletedAt } = entity.table
  const says = owners !== undefined && entity.table.owner !== undefined
  const hasAll = deletedAt === undefined || deleted === 'with'
  if (!says && required === undefined && hasAll) return state

  const alive = aliveCondition(state)
  const condition = both(both(selection.condition, required), alive)
  const selected = { ...selection, condition, ...(says && { owners }) }
  return { entity, loads, shown, selection: selected, scope: both(scope, alive) }
}

function aliveCondition({ entity, deleted }: QueryState): Condition | undefined {
  const { deletedAt } = entity.table
  if (deletedAt === undefined || deleted === 'with') return undefined
  return { kind: 'null', column: deletedAt, negated: deleted === 'only' }
}
