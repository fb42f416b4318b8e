import { isDeepStrictEqual } from 'node:util'
import type { Condition } from '../../queries/condition.ts'
import { selectAll } from '../../queries/selection.ts'
import type { Table } from '../../columns/table.ts'
import type { Plan } from '../../relations/plan.ts'
import type { QueryState } from '../query-state.ts'
import { SetupError } from '../../../base/support/setup-error.ts'

/** The refinements that may only add conditions. */
export type OnlyConditions = 'default scope' | 'restriction' | 'rule' | 'group'

/** The condition of a query. Throws `E_QUERY_REFINE` if the query has more, which would be ignored. */
export function onlyCondition(
  { selection, loads }: Plan,
  what: OnlyConditions,
): Condition | undefined {
  const { condition, ...others } = selection
  const { condition: _, ...untouched } = selectAll(selection.table)
  if (loads.length === 0 && isDeepStrictEqual(others, untouched)) return condition
  throw hasMore(selection.table, what)
}

/** The condition of a group, which does not choose between deleted and other records: the query around it does. */
export function groupCondition(state: QueryState): Condition | undefined {
  if (state.deleted === 'without' && state.isScoped) return onlyCondition(state, 'group')
  throw hasMore(state.entity.table, 'group')
}

function hasMore({ name }: Table, what: OnlyConditions): SetupError {
  return new SetupError(
    'E_QUERY_REFINE',
    `The ${what} of "${name}" may only add conditions. Add everything else, such as orders, limits and relations, to the queries that need it.`,
  )
}
