import { rulesOf } from '../column-type.ts'
import type { ColumnDefinition, ComputedValue, Reference } from '../column.ts'
import { c } from '../columns.ts'
import type { Digits } from '../types/type-rules.ts'

/** A column in the snapshot; absent fields have a plain column's value. */
export interface ColumnJson {
  readonly type: string
  readonly item?: ColumnJson
  readonly digits?: Digits
  readonly values?: readonly string[]
  readonly computed?: ComputedValue
  readonly primaryKey?: true
  readonly autoIncrement?: true
  readonly nullable?: true
  readonly unique?: true
  readonly caseInsensitive?: true
  readonly ignoreDeleted?: true
  readonly uniqueWithin?: string
  readonly index?: true
  readonly default?: unknown
  readonly references?: Reference
}

/**
 * Converts a column to JSON. Of the items of a list, a database knows only their type, digits and values. A default of
 * null counts as no default.
 */
export function columnToJson(definition: ColumnDefinition): ColumnJson {
  const { type, item, digits, values, computed, references } = definition
  const constant = constantToJson(definition.default) ?? undefined
  return {
    type,
    ...(item && { item: itemToJson(item) }),
    ...(digits && { digits }),
    ...(values && { values }),
    ...(computed && { computed }),
    ...(definition.primaryKey && { primaryKey: true }),
    ...(definition.autoIncrement && { autoIncrement: true }),
    ...(definition.nullable && { nullable: true }),
    ...(definition.unique && { unique: true }),
    ...(definition.caseInsensitive && { caseInsensitive: true }),
    ...(definition.ignoreDeleted && { ignoreDeleted: true }),
    ...(definition.uniqueWithin && { uniqueWithin: definition.uniqueWithin }),
    ...(definition.index && { index: true }),
    ...(constant !== undefined && { default: constant }),
    ...(references && { references }),
  }
}

function itemToJson({ type, digits, values }: ColumnDefinition): ColumnJson {
  return { type, ...(digits && { digits }), ...(values && { values }) }
}

/** Converts JSON back to the column. */
export function columnFromJson(json: ColumnJson): ColumnDefinition {
  const constant = json.default === undefined ? undefined : constantFromJson(json, json.default)
  const item = json.item && columnFromJson(json.item)
  return { ...c.text().definition, ...json, item, default: constant, references: json.references }
}

/** Whether two columns are the same to the database. */
export function isSameColumn(one: ColumnDefinition, other: ColumnDefinition): boolean {
  return JSON.stringify(columnToJson(one)) === JSON.stringify(columnToJson(other))
}

function constantToJson(constant: unknown): unknown {
  if (typeof constant === 'bigint') return String(constant)
  if (constant instanceof Uint8Array) return Buffer.from(constant).toString('base64')
  if (Array.isArray(constant)) return constant.map(constantToJson)
  return constant instanceof Date ? constant.toISOString() : constant
}

function constantFromJson({ type, item }: ColumnJson, json: unknown): unknown {
  if (item !== undefined && Array.isArray(json)) {
    return json.map((each) => (each === null ? null : constantFromJson(item, each)))
  }
  const { fromJson } = rulesOf({ type })
  return fromJson === undefined ? json : fromJson(json)
}
