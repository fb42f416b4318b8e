import type { ColumnDefinition, Columns } from '../../columns/column.ts'
import { c } from '../../columns/columns.ts'
import type { ColumnDefinitions } from '../operation.ts'

/** A table as the migrations leave it. */
export interface TableSchema {
  readonly columns: ColumnDefinitions
  readonly primaryKey: readonly string[] | undefined
  /** Whether a model had the table when a migration was last made from the models. */
  readonly hasModel: boolean
}

/** The tables by name. */
export type Schema = ReadonlyMap<string, TableSchema>

/** What is read of a model: every class made by `Model(…)` has it. */
export interface ModelTable {
  readonly table: string
  readonly columns: Columns
}

/** The schema that models ask for. */
export function schemaOf(models: Iterable<ModelTable>): Schema {
  return new Map(
    [...models].map(({ table, columns }) => {
      const definitions = mapValues(columns, ({ definition }) => storedPart(definition))
      return [table, { columns: definitions, primaryKey: undefined, hasModel: true }]
    }),
  )
}

/** What of a column the database knows, the rest as a plain column has it. */
export function storedPart(definition: ColumnDefinition): ColumnDefinition {
  const { type, primaryKey, autoIncrement, nullable, cast, references } = definition
  const unique = definition.unique && !primaryKey
  const index = definition.index && !unique && !primaryKey
  const constant = definition.default ?? undefined

  return {
    ...c.text().definition,
    type,
    primaryKey,
    autoIncrement,
    nullable,
    unique,
    index,
    references,
    default: constant !== undefined && cast ? cast.toStored(constant) : constant,
  }
}

/** Changes each value of an object and keeps the keys and their order. */
export function mapValues<Value, Result>(
  values: Readonly<Record<string, Value>>,
  change: (value: Value, key: string) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value, key)]))
}
