import { mapValues } from '../../../base/support/values/map-values.ts'
import { type ColumnDefinition, type Columns, withinOwner } from '../../columns/column.ts'
import { c } from '../../columns/columns.ts'
import type { ColumnDefinitions } from '../operation.ts'
import type { OwnerPolicy } from '../operation.ts'

/** A table after the migrations. */
export interface TableSchema {
  readonly columns: ColumnDefinitions
  readonly primaryKey: readonly string[] | undefined
  /** Whether the table had a model when a migration was last made from the models. */
  readonly hasModel: boolean
  /** The columns of each search index. */
  readonly searches?: readonly (readonly string[])[]
  /** The columns of the one that the model declares, or did when a migration was last made. */
  readonly searched?: readonly string[] | undefined
  /** The policy that shows its rows to their owners. */
  readonly policy?: OwnerPolicy | undefined
}

/** The tables by name. */
export type Schema = ReadonlyMap<string, TableSchema>

/** The parts of a model that are read; every class made by `Model(…)` has them. */
export interface ModelTable {
  readonly table: string
  readonly columns: Columns
  readonly primaryKey?: readonly string[] | undefined
  readonly searched?: readonly string[] | undefined
  /** Columns that the table has and no statement mentions. */
  readonly '~retired'?: Columns | undefined
  /** Whether it is a view, which migrations create with `execute()`. */
  readonly '~isView'?: boolean | undefined
}

/** The schema that models require. */
export function schemaOf(
  models: Iterable<ModelTable>,
  policies: ReadonlyMap<string, OwnerPolicy> = new Map(),
): Schema {
  return new Map(
    [...models].map(({ table, columns, primaryKey, searched, '~retired': retired }) => {
      const definitions = mapValues(withinOwner({ ...columns, ...retired }), ({ definition }) =>
        storedPart(definition),
      )
      const policy = policies.get(table)
      return [table, { columns: definitions, primaryKey, hasModel: true, searched, policy }]
    }),
  )
}

/** A column reduced to what the database stores; everything else is as in a plain column. */
export function storedPart(definition: ColumnDefinition): ColumnDefinition {
  const { type, item, digits, values, computed, primaryKey, autoIncrement } = definition
  const { nullable, cast, references } = definition
  const unique = definition.unique && !primaryKey
  const index = definition.index && !unique && !primaryKey
  const constant = definition.default ?? undefined

  return {
    ...c.text().definition,
    type,
    item: item && { ...c.text().definition, type: item.type, digits: item.digits },
    digits,
    values,
    computed,
    primaryKey,
    autoIncrement,
    nullable,
    unique,
    caseInsensitive: unique && definition.caseInsensitive,
    ignoreDeleted: unique && definition.ignoreDeleted,
    uniqueWithin: (unique && definition.uniqueWithin) || undefined,
    index,
    references,
    default: constant !== undefined && cast ? cast.toStored(constant) : constant,
  }
}
