/**
 * Which rows a condition can match, as far as equality says it: a list of rows of which only some columns are
 * known. Every row that matches the condition is one of them; the list may have more.
 *
 * Whatever it cannot express, such as a comparison of size, leaves the columns open, so that any row may match.
 */
import { isMatched, type TableColumn } from '../../columns/table.ts'
import { type KnownRow, toMatchValue } from '../../database/changes/change.ts'
import type { DatabaseValue, Dialect } from '../../database/statement.ts'
import type { Condition, Parameter } from '../condition.ts'
import type { Selection } from '../selection.ts'
import { CONDITIONS_LIMIT } from './read-set.ts'

type Rows = readonly KnownRow[]

/** Any row of the table. */
const ANY: Rows = [{}]

/** The rows that a selection can have. */
export function rowsOfSelection({ table, condition, keys }: Selection, dialect: Dialect): Rows {
  const matching = rowsOfCondition(condition, dialect)
  if (keys === undefined || table.key === undefined) return matching
  return bothOf(matching, rowsOfList(table.key, keys, dialect))
}

/** The rows that a condition can match. */
export function rowsOfCondition(condition: Condition | undefined, dialect: Dialect): Rows {
  switch (condition?.kind) {
    case 'compare':
      return condition.operator === '='
        ? rowsOfValues(condition.column, [condition.parameter.encode(dialect)])
        : ANY
    case 'null':
      return condition.negated ? ANY : rowsOfValues(condition.column, [null])
    case 'list':
      return condition.negated ? ANY : rowsOfList(condition.column, condition.parameter, dialect)
    case 'row':
      return condition.operator === '='
        ? condition.columns.reduce((rows, column, i) => {
            const value = condition.parameters[i]?.encode(dialect)
            return value === undefined ? rows : bothOf(rows, rowsOfValues(column, [value]))
          }, ANY)
        : ANY
    case 'all':
      return condition.conditions.reduce(
        (rows, each) => bothOf(rows, rowsOfCondition(each, dialect)),
        ANY,
      )
    case 'any':
      return bounded(condition.conditions.flatMap((each) => rowsOfCondition(each, dialect)))
    default:
      return ANY
  }
}

function rowsOfList(column: TableColumn, list: Parameter, dialect: Dialect): Rows {
  const items = list.items?.(dialect)
  return items === undefined ? ANY : rowsOfValues(column, items)
}

function rowsOfValues(column: TableColumn, values: readonly DatabaseValue[]): Rows {
  if (!isMatched(column) || values.length > CONDITIONS_LIMIT) return ANY
  const rows: KnownRow[] = []
  for (const value of values) {
    const known = toMatchValue(value)
    if (known === undefined) return ANY
    rows.push({ [column.name]: known })
  }
  return rows
}

/** Rows that are in both lists. Too many combinations leave the shorter list, which has them all. */
function bothOf(left: Rows, right: Rows): Rows {
  if (left.length * right.length > CONDITIONS_LIMIT) {
    return left.length < right.length || isAny(right) ? left : right
  }
  return left.flatMap((one) => {
    return right.filter((other) => agree(one, other)).map((other) => ({ ...one, ...other }))
  })
}

function isAny(rows: Rows): boolean {
  return rows.some((row) => Object.keys(row).length === 0)
}

function agree(one: KnownRow, other: KnownRow): boolean {
  return Object.keys(one).every((name) => other[name] === undefined || other[name] === one[name])
}

function bounded(rows: Rows): Rows {
  return rows.length > CONDITIONS_LIMIT || isAny(rows) ? ANY : rows
}
