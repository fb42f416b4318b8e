import type { AnyJson } from '../../base/support/any-json.ts'
import { INT32 } from '../columns/types/integer.ts'
import type { Json } from '../columns/types/json.ts'
import type { Columns } from '../columns/column.ts'
import type { NameWith, ValueOf } from '../columns/row.ts'
import type { Table } from '../columns/table.ts'
import type { ComparisonOperator, Condition, JsonPlace } from './condition.ts'
import { ValidationFailed } from '../../base/support/http-error.ts'
import { SetupError } from '../../base/support/setup-error.ts'

export type JsonName<Declared extends Columns> = Extract<NameWith<Declared, 'json'>, string>

/** The keys and positions that lead to a value inside JSON, up to five deep. */
// oxfmt-ignore
export type JsonPath<Value, Depth extends readonly unknown[] = []> =
  Depth['length'] extends 5 ? readonly [] :
  AnyJson extends Value ? readonly (string | number)[] :
  NonNullable<Value> extends readonly (infer Item)[] ? PathThrough<number, Item, Depth> :
  NonNullable<Value> extends object ? PathsOf<NonNullable<Value>, Depth> :
  readonly []

type PathsOf<Value extends object, Depth extends readonly unknown[]> = {
  [Key in keyof Value & string]-?: PathThrough<Key, Value[Key], Depth>
}[keyof Value & string]

type PathThrough<Key, Value, Depth extends readonly unknown[]> =
  | readonly [Key]
  | readonly [Key, ...JsonPath<Value, [...Depth, unknown]>]

/** The value at a path. */
// oxfmt-ignore
export type JsonAt<Value, Path extends readonly unknown[]> =
  AnyJson extends Value ? Json :
  Path extends readonly [infer Key, ...infer Rest] ? JsonAt<Inside<NonNullable<Value>, Key>, Rest> :
  NonNullable<Value>

// oxfmt-ignore
type Inside<Value, Key> =
  Value extends readonly (infer Item)[] ? Item :
  Key extends keyof Value ? Value[Key] :
  never

/** What may follow a path: a value, `null` for a missing one, or an operator and a value. */
export type JsonComparison<Value> =
  | readonly [value: Scalar<Value> | null]
  | readonly [operator: '=' | '!=', value: Scalar<Value>]
  | readonly [operator: '<' | '<=' | '>' | '>=', value: Exclude<Scalar<Value>, boolean>]

// oxfmt-ignore
type Scalar<Value> =
  Json extends Value ? string | number | boolean :
  Extract<Value, string | number | boolean>

/** A value in a column's JSON at a path. */
export type JsonValueAt<
  Declared extends Columns,
  Name extends keyof Declared,
  Path extends readonly unknown[],
> = JsonAt<ValueOf<Declared, Name>, Path>

/** Reads a position inside a JSON column. Throws `E_QUERY_VALUE` for another column or a bad path. */
export function readPlace(table: Table, name: string, path: readonly unknown[]): JsonPlace {
  const column = table.column(name)
  const isPath = Array.isArray(path) && path.length > 0 && path.length <= PATH_LIMIT
  if (column.definition.type === 'json' && isPath && path.every(isKey)) return { column, path }
  throw new SetupError(
    'E_QUERY_VALUE',
    `A path into "${name}" must lead into a JSON column by 1 to ${PATH_LIMIT} keys without quotes or backslashes, or positions from 0 to ${INT32.max}.`,
  )
}

/** Reads a condition on a value inside JSON. */
export function readJsonCondition(place: JsonPlace, comparison: readonly unknown[]): Condition {
  const { name } = place.column
  const [operator, value] = comparison.length < 2 ? ['=', comparison[0]] : comparison
  if (value === null && comparison.length < 2) return { kind: 'jsonNull', place }
  if (!isOperator(operator)) {
    throw new SetupError(
      'E_QUERY_OPERATOR',
      `"${String(operator)}" is not an operator for "${name}". Use one of: ${operators.join(', ')}.`,
    )
  }
  const type = typeof value
  if (type !== 'string' && type !== 'number' && type !== 'boolean') {
    throw new SetupError(
      'E_QUERY_VALUE',
      `A value inside "${name}" can only be compared with text, a number, a boolean or null.`,
    )
  }
  if (!isInJson(value)) {
    throw new ValidationFailed({ [name]: `The ${name} cannot be compared with this value` })
  }
  const encode = (dialect: 'sqlite' | 'postgres'): string | number =>
    dialect === 'postgres' || type === 'boolean'
      ? JSON.stringify(value)
      : (value as string | number)
  return { kind: 'json', ...place, operator, type, parameter: { encode } }
}

/** Whether JSON can contain a value on both databases: they differ in how they treat any other value. */
function isInJson(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  return typeof value !== 'number' || Number.isFinite(value)
}

/** The maximum number of keys in a path. */
const PATH_LIMIT = 20

function isKey(key: unknown): key is string | number {
  if (typeof key === 'number') return Number.isInteger(key) && key >= 0 && key <= INT32.max
  return typeof key === 'string' && /^[^"\\\0]{1,255}$/.test(key)
}

const operators: readonly ComparisonOperator[] = ['=', '!=', '<', '<=', '>', '>=']

function isOperator(operator: unknown): operator is ComparisonOperator {
  return operators.some((each) => each === operator)
}
