import { rulesOf } from '../columns/column-type.ts'
import type { Columns } from '../columns/column.ts'
import type { NameWith, OnlyColumns, ValueOf } from '../columns/row.ts'
import type { Table, TableColumn } from '../columns/table.ts'
import { Sql } from '../database/sql.ts'
import { fragmentOf } from '../queries/fragment.ts'
import type { ComparisonOperator, Condition } from '../queries/condition.ts'
import { assertListed, escapeLike, listOf, operandOf, patternOf } from '../queries/parameter.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { areStoredAlike, listedBy } from './refining/listed-by.ts'
import { type ColumnRows, Rows } from './rows.ts'

/** Columns and the values that they must have: `{ completed: false, deleted_at: null }`. */
export type Equals<Declared extends Columns> = {
  readonly [Name in keyof Declared]?: Name extends NameWith<Declared, 'json' | 'array' | 'bytes'>
    ? Extract<ValueOf<Declared, Name>, null>
    : ValueOf<Declared, Name>
}

/** Given values of a condition, without any name that is not a column: see `Exactly`. */
export type ExactlyEquals<Given, Declared extends Columns> = Equals<Declared> &
  Given &
  OnlyColumns<Given, Declared, 'to compare here'>

/** The names of a table's columns; `Extract` makes the compiler list them instead of this type's name. */
export type ColumnName<Declared extends Columns> = Extract<keyof Declared, string>

/** What may follow a column: a value, or an operator and the value to compare with. */
// oxfmt-ignore
export type Comparison<Declared extends Columns, Name extends keyof Declared> =
  Name extends NameWith<Declared, 'json' | 'array' | 'bytes'>
    ? NullCheck<ValueOf<Declared, Name>>
    : ComparisonWith<ValueOf<Declared, Name>> | TextComparisonOf<Declared, Name>

type NullCheck<Value> =
  | readonly [value: Extract<Value, null>]
  | readonly [operator: '=' | '!=', value: Extract<Value, null>]

// oxfmt-ignore
type ComparisonWith<Value> =
  | readonly [value: Value]
  | readonly [operator: '=' | '!=', value: Value]
  | readonly [operator: '<' | '<=' | '>' | '>=', value: NonNullable<Value>]
  | readonly [operator: 'in' | 'not in', values: readonly NonNullable<Value>[] | ColumnRows<NonNullable<Value>>]
  | readonly [operator: 'between', range: readonly [least: NonNullable<Value>, most: NonNullable<Value>]]

/** Dates, UUIDs and decimals are strings in JavaScript, but not texts in the database. */
// oxfmt-ignore
type TextComparisonOf<Declared extends Columns, Name extends keyof Declared> =
  Name extends NameWith<Declared, 'notText' | 'decimal'> ? never :
  NonNullable<ValueOf<Declared, Name>> extends string ? TextComparison :
  never

/** `like` takes a pattern, the others take literal text; all of them ignore case. */
type TextComparison = readonly [
  operator: 'like' | 'not like' | 'contains' | 'starts with' | 'ends with',
  text: string,
]

/** Reads a condition on columns: an object of values, raw SQL, or a column's name and a comparison. */
export function readCondition(
  table: Table,
  subject: unknown,
  comparison: readonly unknown[],
): Condition {
  if (typeof subject === 'string') return conditionOn(table, table.column(subject), comparison)
  if (subject instanceof Sql && comparison.length === 0) {
    return { kind: 'sql', fragment: fragmentOf(subject) }
  }
  // `where(undefined)` must not match every record: the query might delete them.
  if (comparison.length > 0 || typeof subject !== 'object' || subject === null) {
    throw misplaced(table)
  }
  const conditions = Object.entries(subject).map(([name, value]) =>
    equals(table.column(name), value, false),
  )
  return { kind: 'all', conditions }
}

function conditionOn(table: Table, column: TableColumn, comparison: readonly unknown[]): Condition {
  const [first, second] = comparison
  if (comparison.length < 2) return equals(column, first, false)
  const read = operators.get(first)
  if (read !== undefined) return read(column, second, table)
  throw unknownOperator(column.name, first, [...operators.keys()])
}

function unknownOperator(name: string, operator: unknown, known: readonly unknown[]): SetupError {
  return new SetupError(
    'E_QUERY_OPERATOR',
    `"${String(operator)}" is not an operator for "${name}". Use one of: ${known.join(', ')}.`,
  )
}

/** Reads a comparison of two columns of the same row. Throws `E_QUERY_VALUE` if they store equal values differently. */
export function readColumns(
  table: Table,
  name: string,
  operator: ComparisonOperator,
  other: string,
): Condition {
  if (!comparisons.includes(operator)) throw unknownOperator(name, operator, comparisons)
  const [one, two] = [table.column(name), table.column(other)]
  if (!areStoredAlike(one, two) && !(isPlainNumber(one) && isPlainNumber(two))) {
    throw new SetupError(
      'E_QUERY_VALUE',
      `"${name}" cannot be compared with "${other}", which is of another type. Compare columns of one type, decimals of equal scale, or two of integer, bigint and real.`,
    )
  }
  return { kind: 'columns', column: one, operator, other: two }
}

/** Whether both databases store the number itself, unlike the units of a decimal on SQLite. */
function isPlainNumber({ definition }: TableColumn): boolean {
  return rulesOf(definition).readSum !== undefined && definition.digits === undefined
}

const comparisons: readonly unknown[] = ['=', '!=', '<', '<=', '>', '>=']

export type ArrayName<Declared extends Columns> = NameWith<Declared, 'array'>

/** The type of the items that a condition looks for in a list. */
export type ItemOf<Declared extends Columns, Name extends keyof Declared> =
  NonNullable<ValueOf<Declared, Name>> extends readonly (infer Item)[] ? NonNullable<Item> : never

/** Reads the condition that a list includes one of some values. Throws `E_QUERY_VALUE` for a column that is not a list. */
export function readIncludes(table: Table, name: string, given: unknown): Condition {
  const column = table.column(name)
  const values: readonly unknown[] = Array.isArray(given) ? given : [given]
  if (column.definition.item === undefined)
    throw refused(column, 'look for items, because the column is not a c.array()')
  if (values.some((value) => value === undefined || value === null)) {
    throw refused(column, 'look for a value that is missing')
  }
  assertListed(column, values)
  return { kind: 'includes', column, negated: false, parameter: operandOf(column, values) }
}

type ReadCondition = (column: TableColumn, operand: unknown, table: Table) => Condition

const operators: ReadonlyMap<unknown, ReadCondition> = new Map<string, ReadCondition>([
  ['=', (column, value) => equals(column, value, false)],
  ['!=', (column, value) => equals(column, value, true)],
  ['<', comparing('<')],
  ['<=', comparing('<=')],
  ['>', comparing('>')],
  ['>=', comparing('>=')],
  ['in', (column, values, table) => list(values, { table, column, negated: false })],
  ['not in', (column, values, table) => list(values, { table, column, negated: true })],
  ['between', between],
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

function comparing(
  operator: ComparisonOperator,
): (column: TableColumn, value: unknown) => Condition {
  return (column, value) => {
    assertComparable(column)
    if (value === undefined || value === null) throw refused(column, `compare with ${value}`)
    return { kind: 'compare', column, operator, parameter: operandOf(column, value) }
  }
}

function between(column: TableColumn, range: unknown): Condition {
  if (!Array.isArray(range) || range.length !== 2) {
    throw refused(column, 'use "between" without a list of two values')
  }
  const [least, most]: readonly unknown[] = range
  const conditions = [comparing('>=')(column, least), comparing('<=')(column, most)]
  return { kind: 'all', conditions }
}

interface ListOf {
  readonly table: Table
  readonly column: TableColumn
  readonly negated: boolean
}

function list(values: unknown, { table, column, negated }: ListOf): Condition {
  assertComparable(column)
  if (values instanceof Rows) return listedBy(values.plan, { table, column, negated })
  if (!Array.isArray(values)) throw refused(column, 'use "in" without a list')
  return { kind: 'list', column, negated, parameter: listOf(column, values) }
}

/** JSON, lists and bytes have no order or equality that works the same on both databases. */
function assertComparable(column: TableColumn): void {
  const { incomparable } = rulesOf(column.definition)
  if (incomparable === undefined) return
  throw refused(column, `compare ${incomparable} with anything but null`)
}

function like(column: TableColumn, pattern: string, negated: boolean): Condition {
  return { kind: 'like', column, negated, parameter: patternOf(column, pattern) }
}

function text({ definition, name }: TableColumn, value: unknown): string {
  if (rulesOf(definition).isText === true && typeof value === 'string') return value
  throw new SetupError(
    'E_QUERY_VALUE',
    `"${name}" cannot be matched against a pattern: the column and the pattern must both be text. Compare others by "=", "<" or "between".`,
  )
}

function misplaced({ name }: Table): SetupError {
  return new SetupError(
    'E_QUERY_VALUE',
    `A condition on "${name}" must start with a column's name, or be a single object of values.`,
  )
}

function refused({ name }: TableColumn, what: string): SetupError {
  return new SetupError(
    'E_QUERY_VALUE',
    `A query on "${name}" cannot ${what}. Leave the condition out, or give it a value.`,
  )
}
