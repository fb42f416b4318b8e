import type { ModelTable } from '../../migrations/difference/schema.ts'

/** A change of a column that is made in steps and is not finished. */
export interface OpenChange {
  /** `tickets.title` */
  readonly place: string
  /** What this version still does for the previous version. */
  readonly text: string
  /** What to change in the model for the next version. */
  readonly next: string
}

/** Lists the changes that models declare with `was()`, `retired` and `unenforced`. */
export function findOpenChanges(models: Iterable<ModelTable>): readonly OpenChange[] {
  return [...models].flatMap((model) => [
    ...formerColumns(model),
    ...retiredColumns(model),
    ...unenforcedColumns(model),
  ])
}

function formerColumns({ table, columns }: ModelTable): readonly OpenChange[] {
  const named = Object.entries(columns).flatMap(([name, { definition }]) =>
    definition.was === undefined ? [] : [{ name, was: definition.was }],
  )
  return [...Map.groupBy(named, ({ was }) => was)].map(([was, taking]) => ({
    place: `${table}.${was}`,
    text: `is also ${taking.map(({ name }) => name).join(', ')}`,
    next: `remove .was('${was}')`,
  }))
}

/** Retired columns without a replacement: `formerColumns` lists those that other columns replace. */
function retiredColumns({ table, columns, '~retired': retired = {} }: ModelTable) {
  const former = new Set(Object.values(columns).map(({ definition }) => definition.was))
  return Object.keys(retired)
    .filter((name) => !former.has(name))
    .map((name) => ({
      place: `${table}.${name}`,
      text: 'is retired',
      next: `remove "${name}" from retired`,
    }))
}

function unenforcedColumns({ table, '~unenforced': unenforced = [] }: ModelTable) {
  return unenforced.map((name) => ({
    place: `${table}.${name}`,
    text: 'is unenforced',
    next: `remove "${name}" from unenforced`,
  }))
}
