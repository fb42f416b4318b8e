import type { ColumnDefinition } from '../columns/column.ts'
import { c } from '../columns/columns.ts'
import { isIdentifier } from '../columns/identifier.ts'
import { isReserved } from '../columns/table.ts'
import type { CatalogView } from './catalog-table.ts'

/** A view in the terms of models. */
export interface DescribedView {
  readonly name: string
  /** `the view`, `the materialized view`. */
  readonly kind: string
  /** Its columns; `undefined` for a column that no model can declare, or whose type the database does not know. */
  readonly columns: ReadonlyMap<string, ColumnDefinition | undefined>
}

/** Describes a view. All columns and items of lists are nullable, because databases do not tell which may be null. */
export function describeView({ name, kind, columns }: CatalogView): DescribedView {
  const described = columns.map((column) => {
    const isNamed = isIdentifier(column.name) && !isReserved(column.name)
    const item = column.kind?.item && { ...column.kind.item, nullable: true }
    const definition = { ...c.text().definition, ...column.kind, item, nullable: true }
    return [column.name, isNamed && column.kind ? definition : undefined] as const
  })
  return { name, kind, columns: new Map(described) }
}
