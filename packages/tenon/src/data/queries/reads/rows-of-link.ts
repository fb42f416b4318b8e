import { isMatched, type TableColumn } from '../../columns/table.ts'
import { type KnownRow, toMatchValue } from '../../database/changes/change.ts'
import type { Row } from '../../database/statement.ts'
import type { Link, LinkPair } from '../condition.ts'
import { ANY, bounded, type KnownRows } from './rows-of-condition.ts'

/** The rows on the other side of a link, and those of the table in between. */
export interface LinkedRows {
  readonly target: KnownRows
  readonly between: KnownRows
}

/**
 * The rows that belong to one of some rows, whatever else is asked of them. Any other row of the other side changes
 * nothing for them. Both columns of a pair have one type, so their values are written alike.
 */
export function rowsOfLink({ pairs, through }: Link, from: KnownRows): LinkedRows {
  if (through === undefined) return { target: belongingTo(from, pairs), between: ANY }
  const held = pairs.map(({ local }) => ({ local, target: through.localColumn }))
  return { target: ANY, between: belongingTo(from, held) }
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

/** What is known of the rows that a query has found, of the columns that a link starts from. */
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
