import { both, type Condition } from '../queries/condition.ts'
import { selectAll } from '../queries/selection.ts'
import { type AnyModel, entityOf } from '../records/entity.ts'
import type { Plan } from '../relations/load-relation.ts'

/** What a query has been refined to. */
export interface QueryState extends Plan {
  readonly deleted: 'without' | 'with' | 'only'
  readonly isScoped: boolean
  /** What every record must match, beside the conditions that an `orWhere` may widen. */
  readonly restriction: Condition | undefined
}

/** Reads all records of a model that are not deleted. */
export function initialState(model: AnyModel): QueryState {
  const entity = entityOf(model)
  return {
    entity,
    selection: selectAll(entity.table),
    loads: [],
    deleted: 'without',
    isScoped: true,
    restriction: undefined,
  }
}

/** What is executed: the state with the conditions of default scopes and soft deletion. */
export function planOf(state: QueryState): Plan {
  const { entity, selection, loads, deleted, isScoped, restriction } = state
  const scope = both(restriction, isScoped ? entity.defaultCondition() : undefined)
  const { deletedAt } = entity.table
  if (scope === undefined && (deletedAt === undefined || deleted === 'with')) return state

  const condition = both(both(selection.condition, scope), aliveCondition(state))
  return { entity, loads, selection: { ...selection, condition } }
}

function aliveCondition({ entity, deleted }: QueryState): Condition | undefined {
  const { deletedAt } = entity.table
  if (deletedAt === undefined || deleted === 'with') return undefined
  return { kind: 'null', column: deletedAt, negated: deleted === 'only' }
}
