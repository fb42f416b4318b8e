import type { Columns } from '../columns/column.ts'
import type { NameWith, ValueOf } from '../columns/row.ts'
import type { Table, TableColumn } from '../columns/table.ts'
import type { ComparisonOperator, Condition } from '../queries/condition.ts'
import { escapeLike, listOf, patternOf, valueOf } from '../queries/parameter.ts'
import { SetupError } from '../support/setup-error.ts'

/** Columns and the values that they must have: `{ completed: false, deleted_at: null }`. */
export type Equals<Declared extends Columns> = {
  readonly [Name in keyof Declared]?: Name extends NameWith<Declared, 'json'>
    ? Extract<ValueOf<Declared, Name>, null>
    : ValueOf<Declared, Name>
}

/**
 * What follows the first argument of `where`: a comparison after a column, nothing after values.
 *
 * TypeScript infers every column for `Name` when the first argument is an object of values.
 */
export type WhereComparison<
  Declared extends Columns,
  Name extends keyof Declared,
> = keyof Declared extends Name
  ? readonly [] | Comparison<Declared, Name>
  : Comparison<Declared, Name>

/** What may follow a column: a value, or an operator and what it compares with. */
// oxfmt-ignore
export type Comparison<Declared extends Columns, Name extends keyof Declared> =
  Name extends NameWith<Declared, 'json'>
    ? NullCheck<ValueOf<Declared, Name>>
    : ComparisonWith<ValueOf<Declared, Name>>

type NullCheck<Value> =
  | readonly [value: Extract<Value, null>]
  | readonly [operator: '=' | '!=', value: Extract<Value, null>]

// oxfmt-ignore
type ComparisonWith<Value> =
  | readonly [value: Value]
  | readonly [operator: '=' | '!=', value: Value]
  | readonly [operator: '<' | '<=' | '>' | '>=', value: NonNullable<Value>]
  | readonly [operator: 'in' | 'not in', values: readonly NonNullable<Value>[]]
  | (NonNullable<Value> extends string ? TextComparison : never)

/** `like` takes a pattern, the others take text as it is; all of them ignore case. */
type TextComparison = readonly [
  operator: 'like' | 'not like' | 'contains' | 'starts with' | 'ends with',
  text: string,
]

/** Reads a condition on columns: an object of values, or a column's name and a comparison. */
export function readCondition(
  table: Table,
  subject: unknown,
  comparison: readonly unknown[],
): Condition {
  if (typeof subject === 'string') return conditionOn(table.column(subject), comparison)
  // Without values every record would be meant, and deleted by the query of whoever has none.
  if (comparison.length > 0 || typeof subject !== 'object' || subject === null) {
    throw misplaced(table)
  }
  const conditions = Object.entries(subject).map(([name, value]) =>
    equals(table.column(name), value, false),
  )
  return { kind: 'all', conditions }
}

function conditionOn(column: TableColumn, comparison: readonly unknown[]): Condition {
  const [first, second] = comparison
  if (comparison.length < 2) return equals(column, first, false)
  const read = operators.get(first)
  if (read !== undefined) return read(column, second)
  throw new SetupError(
    'E_QUERY_OPERATOR',
    `"${String(first)}" is no operator for "${column.name}". Use one of: ${[...operators.keys()].join(', ')}.`,
  )
}

type ReadCondition = (column: TableColumn, operand: unknown) => Condition

const operators: ReadonlyMap<unknown, ReadCondition> = new Map<string, ReadCondition>([
  ['=', (column, value) => equals(column, value, false)],
  ['!=', (column, value) => equals(column, value, true)],
  ['<', comparing('<')],
  ['<=', comparing('<=')],
  ['>', comparing('>')],
  ['>=', comparing('>=')],
  ['in', (column, values) => list(column, values, false)],
  ['not in', (column, values) => list(column, values, true)],
  ['like', (column, pattern) => like(column, text(column, pattern), false)],
  ['not like', (column, pattern) => like(column, text(column, pattern), true)],
  ['contains', (column, part) => like(column, `%${escapeLike(text(column, part))}%`, false)],
  ['starts with', (column, part) => like(column, `${escapeLike(text(column, part))}%`, false)],
  ['ends with', (column, part) => like(column, `%${escapeLike(text(column, part))}`, false)],
])

function equals(column: TableColumn, value: unknown, negated: boolean): Condition {
  if (value === null) return { kind: 'null', column, negated }
  return comparing(negated ? '!=' : '=')(column, value)
}

function comparing(operator: ComparisonOperator): ReadCondition {
  return (column, value) => {
    const isJson = column.definition.type === 'json'
    if (isJson) throw refused(column, 'compare JSON with anything but null')
    if (value === undefined || value === null) throw refused(column, `compare with ${value}`)
    return { kind: 'compare', column, operator, parameter: valueOf(column, value) }
  }
}

function list(column: TableColumn, values: unknown, negated: boolean): Condition {
  if (!Array.isArray(values)) throw refused(column, 'take "in" without a list')
  return { kind: 'list', column, negated, parameter: listOf(column, values) }
}

function like(column: TableColumn, pattern: string, negated: boolean): Condition {
  return { kind: 'like', column, negated, parameter: patternOf(column, pattern) }
}

function text({ definition, name }: TableColumn, value: unknown): string {
  if (definition.type === 'text' && typeof value === 'string') return value
  throw new SetupError(
    'E_QUERY_VALUE',
    `"${name}" cannot be matched against a pattern: the column and the pattern must both be text.`,
  )
}

function misplaced({ name }: Table): SetupError {
  return new SetupError(
    'E_QUERY_VALUE',
    `A condition on "${name}" begins with neither a column's name nor an object of values alone.`,
  )
}

function refused({ name }: TableColumn, what: string): SetupError {
  return new SetupError(
    'E_QUERY_VALUE',
    `A query on "${name}" cannot ${what}. Leave the condition out, or give it a value.`,
  )
}
