import type { Operation, RenameColumn, RenameTable } from '../operation.ts'
import { hasSameColumns, type Searched } from '../../columns/search/searched.ts'
import { createSearchIndex, dropSearchIndex, type SearchIndexOptions } from '../search-index.ts'
import type { Schema, TableSchema } from './schema.ts'

/** The search indexes to drop before all other changes, and those to create after them. */
export interface SearchDifference {
  readonly dropped: readonly Operation[]
  readonly created: readonly Operation[]
}

/**
 * Compares search indexes. If the table or a column of an index is renamed, the index is created again, because
 * SQLite keeps a copy of the names. An index that no model has declared stays as long as its columns exist.
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
      const moved = { ...search, columns: search.columns.map(rename) }
      const isWanted = keeps(table, wanted, { search, moved })
      const declared = hasSameColumns(wanted?.searched, moved) ? wanted?.searched : undefined
      const next = declared ?? moved
      const isSame = isWanted && name === from && isEqual(search, next)
      if (!isSame) dropped.push(dropSearchIndex(from, search.columns, optionsOf(table, search)))
      if (isWanted && !isSame) created.push(searchCreation(name, wanted ?? table, next))
      if (isWanted) there.add(`${name} ${moved.columns.join()}`)
    }
  }
  for (const [name, table] of after) {
    const { searched } = table
    if (searched === undefined || there.has(`${name} ${searched.columns.join()}`)) continue
    created.push(searchCreation(name, table, searched))
  }
  return { dropped, created }
}

/** Whether an index stays: its columns stay, and the model has not removed its declaration. */
function keeps(
  before: TableSchema,
  after: TableSchema | undefined,
  { search, moved }: { search: Searched; moved: Searched },
): boolean {
  if (after === undefined) return !before.hasModel
  const wasDeclared = hasSameColumns(before.searched, search)
  const isDeclared = hasSameColumns(after.searched, moved)
  return (
    (isDeclared || isMirrored(after, moved) || !wasDeclared) &&
    moved.columns.every((column) => after.columns[column])
  )
}

/** Whether an index has a former column, which the previous version still searches. */
export function isMirrored({ mirrors = [] }: TableSchema, { columns }: Searched): boolean {
  return mirrors.some(({ from }) => columns.includes(from))
}

function isEqual(one: Searched, other: Searched): boolean {
  return hasSameColumns(one, other) && one.language === other.language
}

/** Creates a search index of a table. */
export function searchCreation(name: string, table: TableSchema, search: Searched): Operation {
  return createSearchIndex(name, search.columns, optionsOf(table, search))
}

function optionsOf({ columns }: TableSchema, { language }: Searched): SearchIndexOptions {
  const [key] = Object.keys(columns).filter((name) => columns[name]?.primaryKey)
  return { ...(key !== undefined && { key }), ...(language !== undefined && { language }) }
}
