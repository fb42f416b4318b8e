import { mapValues } from '../../../base/support/values/map-values.ts'
import { type ColumnDefinition, type Columns, withinOwner } from '../../columns/column.ts'
import type { Searched } from '../../columns/search/searched.ts'
import { c } from '../../columns/columns.ts'
import { formerColumns } from '../../columns/former/former-columns.ts'
import type { ColumnDefinitions } from '../operation.ts'
import type { Mirror, OwnerPolicy } from '../operation.ts'
import { guessMirrors } from './guess-mirrors.ts'

/** A table in a schema. */
export interface TableSchema {
  readonly columns: ColumnDefinitions
  readonly primaryKey: readonly string[] | undefined
  /** Whether the table had a model when a migration was last made from the models. */
  readonly hasModel: boolean
  /** The search indexes. */
  readonly searches?: readonly Searched[]
  /** The search index that the model declares, or declared when a migration was last made. */
  readonly searched?: Searched | undefined
  /** The mirrors between former columns and the columns that replace them. */
  readonly mirrors?: readonly Mirror[]
  /** The policy that shows its rows only to their owners. */
  readonly policy?: OwnerPolicy | undefined
}

/** The tables by name. */
export type Schema = ReadonlyMap<string, TableSchema>

/** The parts of a model that describe its table. Every class made by `Model(…)` has them. */
export interface ModelTable {
  readonly table: string
  readonly columns: Columns
  readonly primaryKey?: readonly string[] | undefined
  readonly searched?: Searched | undefined
  /** Columns that the table has, but that no statement mentions. */
  readonly '~retired'?: Columns | undefined
  /** Whether it is a view, which migrations create with `execute()`. */
  readonly '~isView'?: boolean | undefined
  /** Columns whose constraints only the code of this version respects; the database does not have them yet. */
  readonly '~unenforced'?: readonly string[] | undefined
}

/** The schema that models require. */
export function schemaOf(
  models: Iterable<ModelTable>,
  policies: ReadonlyMap<string, OwnerPolicy> = new Map(),
): Schema {
  return new Map(
    [...models].map((model) => {
      const { table, columns, primaryKey, searched } = model
      const definitions = storedColumns(model)
      const mirrors = guessMirrors(columns, definitions)
      const policy = policies.get(table)
      return [
        table,
        { columns: definitions, primaryKey, hasModel: true, searched, mirrors, policy },
      ]
    }),
  )
}

function storedColumns(model: ModelTable): ColumnDefinitions {
  const { columns, '~retired': retired, '~unenforced': unenforced = [] } = model
  const all = withinOwner({ ...columns, ...formerColumns(columns), ...retired })
  return mapValues(all, ({ definition }, name) =>
    storedPart(unenforced.includes(name) ? withoutConstraint(definition) : definition),
  )
}

/** Removes the constraint that a later version adds: `unique` if the column has it, otherwise `not null`. */
function withoutConstraint(definition: ColumnDefinition): ColumnDefinition {
  return { ...definition, ...(definition.unique ? { unique: false } : { nullable: true }) }
}

/** Reduces a column to the properties that the database stores. All others are as in a plain column. */
export function storedPart(definition: ColumnDefinition): ColumnDefinition {
  const { type, item, digits, values, computed, primaryKey, autoIncrement } = definition
  const { cast, references } = definition
  // The previous version writes only the former column, and a trigger fills this one: it must be nullable.
  const isFilled = definition.was !== undefined
  const unique = definition.unique && !primaryKey
  const index = definition.index && !unique && !primaryKey
  const constant = isFilled ? undefined : (definition.default ?? undefined)

  return {
    ...c.text().definition,
    type,
    item: item && {
      ...c.text().definition,
      type: item.type,
      digits: item.digits,
      values: item.values,
    },
    digits,
    values,
    computed,
    primaryKey,
    autoIncrement,
    nullable: definition.nullable || isFilled,
    unique,
    caseInsensitive: unique && definition.caseInsensitive,
    ignoreDeleted: unique && definition.ignoreDeleted,
    uniqueWithin: (unique && definition.uniqueWithin) || undefined,
    index,
    references,
    default: constant !== undefined && cast ? cast.toStored(constant) : constant,
  }
}

/**
 * A list column, with the values of its items only if they change the database. The database keeps such values only in
 * an enum type of another program, which can only grow. So only new values of an enum type are a change.
 */
export function withKeptItems(
  definition: ColumnDefinition,
  before: ColumnDefinition | undefined,
): ColumnDefinition {
  const { item } = definition
  if (item === undefined) return definition
  const kept = before?.item?.type === item.type ? before.item.values : undefined
  const isNew = kept !== undefined && item.values?.some((value) => !kept.includes(value))
  return { ...definition, item: { ...item, values: isNew ? item.values : kept } }
}
