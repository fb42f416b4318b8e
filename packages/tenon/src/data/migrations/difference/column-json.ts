import type { ColumnDefinition, ColumnType, Reference } from '../../columns/column.ts'
import { c } from '../../columns/columns.ts'

/** A column as the snapshot keeps it: what is not said is as a plain column has it. */
export interface ColumnJson {
  readonly type: ColumnType
  readonly primaryKey?: true
  readonly autoIncrement?: true
  readonly nullable?: true
  readonly unique?: true
  readonly index?: true
  readonly default?: unknown
  readonly references?: Reference
}

/** Turns a column into JSON. */
export function columnToJson(definition: ColumnDefinition): ColumnJson {
  const { type, references } = definition
  const constant = constantToJson(definition.default)
  return {
    type,
    ...(definition.primaryKey && { primaryKey: true }),
    ...(definition.autoIncrement && { autoIncrement: true }),
    ...(definition.nullable && { nullable: true }),
    ...(definition.unique && { unique: true }),
    ...(definition.index && { index: true }),
    ...(constant !== undefined && { default: constant }),
    ...(references && { references }),
  }
}

/** Turns JSON back into the column. */
export function columnFromJson(json: ColumnJson): ColumnDefinition {
  const constant =
    json.default === undefined ? undefined : constantFromJson(json.type, json.default)
  return { ...c.text().definition, ...json, default: constant, references: json.references }
}

/** Tells whether two columns are the same to the database. */
export function isSameColumn(one: ColumnDefinition, other: ColumnDefinition): boolean {
  return JSON.stringify(columnToJson(one)) === JSON.stringify(columnToJson(other))
}

function constantToJson(constant: unknown): unknown {
  if (typeof constant === 'bigint') return String(constant)
  return constant instanceof Date ? constant.toISOString() : constant
}

function constantFromJson(type: ColumnType, json: unknown): unknown {
  if (type === 'bigint') return BigInt(String(json))
  return type === 'timestamp' ? new Date(String(json)) : json
}
