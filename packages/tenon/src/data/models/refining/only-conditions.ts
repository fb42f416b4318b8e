import { isDeepStrictEqual } from 'node:util'
import type { Condition } from '../../queries/condition.ts'
import { selectAll } from '../../queries/selection.ts'
import type { Plan } from '../../relations/plan.ts'
import { SetupError } from '../../../base/support/setup-error.ts'

/** The refinements that may only add conditions. */
export type OnlyConditions = 'default scope' | 'restriction' | 'rule'

/** The condition of a query. Throws `E_QUERY_REFINE` if the query has more, which would be ignored. */
export function onlyCondition(
  { selection, loads }: Plan,
  what: OnlyConditions,
): Condition | undefined {
  const { condition, ...others } = selection
  const { condition: _, ...untouched } = selectAll(selection.table)
  if (loads.length === 0 && isDeepStrictEqual(others, untouched)) return condition
  throw new SetupError(
    'E_QUERY_REFINE',
    `The ${what} of "${selection.table.name}" may only add conditions. Add orders, limits and relations to the queries that need them.`,
  )
}
