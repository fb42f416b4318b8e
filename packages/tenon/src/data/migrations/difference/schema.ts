import { mapValues } from '../../../base/support/values/map-values.ts'
import { type ColumnDefinition, type Columns, withinOwner } from '../../columns/column.ts'
import type { Searched } from '../../columns/search/searched.ts'
import { c } from '../../columns/columns.ts'
import { formerColumns } from '../../columns/former/former-columns.ts'
import type { ColumnDefinitions } from '../operation.ts'
import type { Mirror, OwnerPolicy } from '../operation.ts'
import { guessMirrors } from './guess-mirrors.ts'

/** A table after the migrations. */
export interface TableSchema {
  readonly columns: ColumnDefinitions
  readonly primaryKey: readonly string[] | undefined
  /** Whether the table had a model when a migration was last made from the models. */
  readonly hasModel: boolean
  /** The search indexes. */
  readonly searches?: readonly Searched[]
  /** The one that the model declares, or did when a migration was last made. */
  readonly searched?: Searched | undefined
  /** What writes columns to those that take their place, and back. */
  readonly mirrors?: readonly Mirror[]
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
  readonly searched?: Searched | undefined
  /** Columns that the table has and no statement mentions. */
  readonly '~retired'?: Columns | undefined
  /** Whether it is a view, which migrations create with `execute()`. */
  readonly '~isView'?: boolean | undefined
  /** Columns whose constraints only the code of this version keeps to. */
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

/** A column that is unique may be so later; any other may be not null later. */
function withoutConstraint(definition: ColumnDefinition): ColumnDefinition {
  return { ...definition, ...(definition.unique ? { unique: false } : { nullable: true }) }
}

/** A column reduced to what the database stores; everything else is as in a plain column. */
export function storedPart(definition: ColumnDefinition): ColumnDefinition {
  const { type, item, digits, values, computed, primaryKey, autoIncrement } = definition
  const { cast, references } = definition
  // The version before writes only the former column: a trigger fills this one.
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
 * A list as it differs from the one before. Only a type of another program keeps the values of its items, which can only
 * grow: those of any other list, and those that are gone, are no change of the database.
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
