import type { ColumnDefinition } from '../../columns/column.ts'
import type { Limits } from '../../columns/types/type-rules.ts'
import { columnText } from '../../columns/written/column-text.ts'
import type { ModelTable, Schema } from '../../migrations/difference/schema.ts'
import type { Remark } from '../catalog-table.ts'

/**
 * Lists the columns whose declared limits allow more than the database, by a check of an integer, by `smallint` or by
 * `varchar(50)`. Limits that only the model has are no difference, because migrations ignore them.
 */
export function compareLimits(models: Iterable<ModelTable>, live: Schema): Remark[] {
  return [...models].flatMap(({ table, columns }) =>
    Object.entries(columns).flatMap(([column, { definition }]) => {
      const { limits } = definition
      const found = live.get(table)?.columns[column]
      if (limits === undefined || found?.limits === undefined) return []
      if (isWithin(limits, found.limits)) return []
      const text = describe(limits, { ...found, limits: found.limits })
      return [{ place: `${table}.${column}`, text }]
    }),
  )
}

function isWithin(one: Limits, other: Limits): boolean {
  const least = (limits: Limits): number => limits.min ?? -Infinity
  return least(one) >= least(other) && one.max <= other.max
}

function describe(limits: Limits, found: ColumnDefinition & { readonly limits: Limits }): string {
  return `its limits are ${toText(found.limits)} here, and ${toText(limits)} as declared. Change the model to ${columnText(found)}, or the check or the type in the database with execute().`
}

function toText({ min, max }: Limits): string {
  return min === undefined ? `at most ${max}` : `${min} to ${max}`
}
