import { databaseOf } from '../../database/current-database.ts'
import { joinReads, nameInReads, type ReadSet } from '../../queries/reads/read-set.ts'
import { readsOfSelection } from '../../queries/reads/reads-of-selection.ts'
import type { AnyModel } from '../../records/entity.ts'
import { linkOf } from '../../relations/link-of.ts'
import type { Plan } from '../../relations/plan.ts'

/** What can be watched: all rows of a model, or those of a query. */
export type Watchable = AnyModel | { readonly plan: Plan }

/** What models and queries would read, without reading it. A relation that a query loads counts as its whole table. */
export function readsOf(sources: readonly Watchable[]): ReadSet {
  return joinReads(
    sources.map((source) => ('plan' in source ? readsOfPlan(source.plan) : whole(source))),
  )
}

function whole({ '~entity': { table } }: AnyModel): ReadSet {
  return { [nameInReads(table.database, table.name)]: true }
}

function readsOfPlan({ entity, selection, loads }: Plan): ReadSet {
  const { database } = selection.table
  const { dialect } = databaseOf(database)
  const related = loads.flatMap((load) => load.choices ?? [load])
  return joinReads([
    readsOfSelection(selection, dialect),
    ...related.flatMap(({ relation, plan }) => {
      const between = linkOf(entity, relation).through
      const whole =
        between === undefined ? {} : { [nameInReads(database, between.table)]: true as const }
      return [readsOfPlan(plan), whole]
    }),
  ])
}
