import { isMatched, type TableColumn } from '../../columns/table.ts'
import { type KnownRow, toMatchValue } from '../../database/changes/change.ts'
import type { Row } from '../../database/statement.ts'
import type { Link, LinkPair } from '../condition.ts'
import { ANY, bothOf, bounded, type KnownRows } from './rows-of-condition.ts'

/** The rows on the other side of a link, and those of the table in between. */
export interface LinkedRows {
  readonly target: KnownRows
  readonly between: KnownRows
}

/**
 * The rows on the other side that belong to rows in `from` and are among `wanted`. Other rows, there or in between, do
 * not concern `from`. Both columns of a pair have the same type, so their values are written alike.
 */
export function rowsOfLink(
  { pairs, through }: Link,
  from: KnownRows,
  wanted: KnownRows = ANY,
): LinkedRows {
  if (through === undefined) {
    return { target: bothOf(belongingTo(from, pairs), wanted), between: ANY }
  }
  const { localColumn, targetColumn } = through
  const near = pairs.map(({ local }) => ({ local, target: localColumn }))
  const far = pairs.map(({ target }) => ({ local: target, target: targetColumn }))
  const between = bothOf(belongingTo(from, near), belongingTo(wanted, far))
  return { target: wanted, between }
}

function belongingTo(from: KnownRows, pairs: readonly LinkPair[]): KnownRows {
  const isLinked = (row: KnownRow) => pairs.every(({ local }) => row[local] !== null)
  return bounded(from.filter(isLinked).map((row) => valuesOf(row, pairs)))
}

function valuesOf(row: KnownRow, pairs: readonly LinkPair[]): KnownRow {
  const known: Record<string, KnownRow[string]> = {}
  for (const { local, target } of pairs) {
    const value = row[local]
    if (value !== undefined) known[target] = value
  }
  return known
}

/** The known values of the rows that a query found, in the columns from which a link starts. */
export function foundRows(
  { pairs }: Link,
  columns: readonly TableColumn[],
  rows: readonly Row[],
): KnownRows {
  const places = pairs.map(({ local }) => columns.findIndex(({ name }) => name === local))
  const found = new Map<string, KnownRow>()
  for (const row of rows) {
    const known: Record<string, KnownRow[string]> = {}
    for (const place of places) {
      const column = columns[place]
      const value = column !== undefined && isMatched(column) ? toMatchValue(row[place]) : undefined
      if (column !== undefined && value !== undefined) known[column.name] = value
    }
    found.set(JSON.stringify(known), known)
  }
  return bounded([...found.values()])
}
