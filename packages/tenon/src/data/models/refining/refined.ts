import type { AnyModel } from '../../records/entity.ts'
import type { AnyView, Plan } from '../../relations/plan.ts'
import { SetupError } from '../../../base/support/setup-error.ts'
import { RunnableQuery } from '../runnable-query.ts'

/** Any `Refine`, or anything that untyped code passes. */
export type AnyRefine = (query: never) => unknown

/** Refines a query with a function. Throws `E_QUERY_REFINE` if the function does not return a query. */
export function refined<Kind extends object>(
  query: Kind,
  refine: AnyRefine,
  kind: abstract new (...parameters: never) => Kind,
): Kind {
  // `with` and similar methods have typed the function for this query's model.
  const result = (refine as (query: Kind) => unknown)(query)
  if (result instanceof kind) return result
  throw new SetupError(
    'E_QUERY_REFINE',
    'A function that refines a query must return the query it was given, refined.',
  )
}

/** The plan of a query on the target of a relation, refined by a function or shown by a view. */
export function refinedPlan(
  query: RunnableQuery<AnyModel, object>,
  refine: AnyRefine | AnyView | undefined,
): Plan {
  if (refine === undefined) return query.plan
  if (typeof refine === 'object') return query.select(refine).plan
  return refined(query, refine, RunnableQuery<AnyModel, object>).plan
}
