/**
 * Finds the rows that a condition can match, as far as its equalities say: a list of rows of which only some
 * columns are known. Every row that matches the condition is in the list; the list may have more rows.
 *
 * Other conditions, such as `<`, leave the columns unknown, so that any row may match.
 */
import { isMatched, type TableColumn } from '../../columns/table.ts'
import { type KnownRow, toMatchValue } from '../../database/changes/change.ts'
import type { DatabaseValue, Dialect } from '../../database/statement.ts'
import type { Condition, Parameter } from '../condition.ts'
import type { Selection } from '../selection.ts'
import { CONDITIONS_LIMIT } from './read-set.ts'

/** Rows of one table, as far as their columns are known. */
export type KnownRows = readonly KnownRow[]

/** Any row of the table. */
export const ANY: KnownRows = [{}]

/** The rows that a selection can have. */
export function rowsOfSelection(
  { table, condition, keys }: Selection,
  dialect: Dialect,
): KnownRows {
  const matching = rowsOfCondition(condition, dialect)
  if (keys === undefined || table.key === undefined) return matching
  return bothOf(matching, rowsOfList(table.key, keys, dialect))
}

/** The rows that a condition can match. */
export function rowsOfCondition(condition: Condition | undefined, dialect: Dialect): KnownRows {
  if (condition?.kind === 'all') {
    const each = condition.conditions.map((part) => rowsOfCondition(part, dialect))
    return each.reduce(bothOf, ANY)
  }
  if (condition?.kind === 'any') {
    return bounded(condition.conditions.flatMap((part) => rowsOfCondition(part, dialect)))
  }
  return rowsOfEquality(condition, dialect)
}

function rowsOfEquality(condition: Condition | undefined, dialect: Dialect): KnownRows {
  if (condition?.kind === 'compare' && condition.operator === '=') {
    return rowsOfValues(condition.column, [condition.parameter.encode(dialect)])
  }
  if (condition?.kind === 'null' && !condition.negated) {
    return rowsOfValues(condition.column, [null])
  }
  if (condition?.kind === 'list' && !condition.negated) {
    return rowsOfList(condition.column, condition.parameter, dialect)
  }
  if (condition?.kind === 'row' && condition.operator === '=') {
    const { columns, parameters } = condition
    const each = columns.map((column, i) => {
      const value = parameters[i]?.encode(dialect)
      return value === undefined ? ANY : rowsOfValues(column, [value])
    })
    return each.reduce(bothOf, ANY)
  }
  return ANY
}

function rowsOfList(column: TableColumn, list: Parameter, dialect: Dialect): KnownRows {
  const items = list.items?.(dialect)
  return items === undefined ? ANY : rowsOfValues(column, items)
}

function rowsOfValues(column: TableColumn, values: readonly DatabaseValue[]): KnownRows {
  if (!isMatched(column) || values.length > CONDITIONS_LIMIT) return ANY
  const rows: KnownRow[] = []
  for (const value of values) {
    const known = toMatchValue(value)
    if (known === undefined) return ANY
    rows.push({ [column.name]: known })
  }
  return rows
}

/** Rows that are in both lists. With too many combinations, returns the shorter list, which includes them all. */
export function bothOf(left: KnownRows, right: KnownRows): KnownRows {
  if (left.length * right.length > CONDITIONS_LIMIT) {
    return left.length < right.length || isAny(right) ? left : right
  }
  return left.flatMap((one) => {
    return right.filter((other) => agree(one, other)).map((other) => ({ ...one, ...other }))
  })
}

function isAny(rows: KnownRows): boolean {
  return rows.some((row) => Object.keys(row).length === 0)
}

function agree(one: KnownRow, other: KnownRow): boolean {
  return Object.keys(one).every((name) => other[name] === undefined || other[name] === one[name])
}

/** The same rows, or `ANY` if one of them can be any row or there are too many. */
export function bounded(rows: KnownRows): KnownRows {
  return rows.length > CONDITIONS_LIMIT || isAny(rows) ? ANY : rows
}
