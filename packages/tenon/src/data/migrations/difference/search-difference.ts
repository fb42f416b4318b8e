import type { Operation, RenameColumn, RenameTable } from '../operation.ts'
import { createSearchIndex, dropSearchIndex } from '../search-index.ts'
import type { Schema, TableSchema } from './schema.ts'

/** The search indexes to drop before everything else changes, and those to create afterwards. */
export interface SearchDifference {
  readonly dropped: readonly Operation[]
  readonly created: readonly Operation[]
}

/**
 * Finds what happens to search indexes. One whose table or column is renamed is created again, because SQLite
 * keeps the names in a table of its own. One that no model has declared stays as long as its columns do.
 */
export function searchDifference(
  before: Schema,
  after: Schema,
  { tables, columns }: { tables: readonly RenameTable[]; columns: readonly RenameColumn[] },
): SearchDifference {
  const dropped: Operation[] = []
  const created: Operation[] = []
  const there = new Set<string>()

  for (const [from, table] of before) {
    const name = tables.find((rename) => rename.from === from)?.to ?? from
    const wanted = after.get(name)
    const rename = (column: string): string =>
      columns.find((each) => each.table === name && each.from === column)?.to ?? column
    for (const search of table.searches ?? []) {
      const moved = search.map(rename)
      const isWanted = keeps(table, wanted, { search, moved })
      const isSame = isWanted && name === from && moved.join() === search.join()
      if (!isSame) dropped.push(dropSearchIndex(from, search, keyOf(table)))
      if (isWanted && !isSame) created.push(createSearchIndex(name, moved, keyOf(wanted ?? table)))
      if (isWanted) there.add(`${name} ${moved.join()}`)
    }
  }
  for (const [name, table] of after) {
    const { searched } = table
    if (searched === undefined || there.has(`${name} ${searched.join()}`)) continue
    created.push(createSearchIndex(name, searched, keyOf(table)))
  }
  return { dropped, created }
}

/** Whether an index stays: its columns do, and the model has not stopped declaring it. */
function keeps(
  before: TableSchema,
  after: TableSchema | undefined,
  { search, moved }: { search: readonly string[]; moved: readonly string[] },
): boolean {
  if (after === undefined) return !before.hasModel
  const wasDeclared = before.searched?.join() === search.join()
  const isDeclared = after.searched?.join() === moved.join()
  // The version before still searches what a column was.
  const isMirrored = after.mirrors?.some(({ from }) => moved.includes(from)) === true
  return (
    (isDeclared || isMirrored || !wasDeclared) && moved.every((column) => after.columns[column])
  )
}

function keyOf({ columns }: TableSchema): { readonly key?: string } {
  const [key] = Object.keys(columns).filter((name) => columns[name]?.primaryKey)
  return key === undefined ? {} : { key }
}
