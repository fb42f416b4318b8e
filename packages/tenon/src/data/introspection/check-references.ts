import { mapValues } from '../../base/support/values/map-values.ts'
import type { Reference } from '../columns/column.ts'
import type { Schema } from '../migrations/difference/schema.ts'
import type { Remark } from './catalog-table.ts'

/**
 * Drops the foreign keys to columns that are left out, because an empty database could not create them. `all`
 * has every table, including those that other migrations create.
 */
export function checkReferences(
  schema: Schema,
  all: Schema,
): {
  readonly schema: Schema
  readonly remarks: readonly Remark[]
} {
  const remarks: Remark[] = []
  const checked = [...schema].map(([name, table]) => {
    const columns = mapValues(table.columns, (definition, column) => {
      const { references } = definition
      if (references === undefined || isUnique(all, references)) return definition
      remarks.push({
        place: `the foreign key of ${name}.${column}`,
        text: `is left out: ${references.table}.${references.column} is left out, or not unique on its own.`,
      })
      return { ...definition, references: undefined }
    })
    return [name, { ...table, columns }] as const
  })
  return { schema: new Map(checked), remarks }
}

function isUnique(schema: Schema, { table: name, column }: Reference): boolean {
  const table = schema.get(name)
  const target = table?.columns[column]
  if (target === undefined) return false
  const isPlain =
    target.unique && !target.caseInsensitive && !target.ignoreDeleted && !target.uniqueWithin
  return target.primaryKey || isPlain || table?.primaryKey?.join() === column
}
