import type { Table } from '../columns/table.ts'
import type { Database } from '../database/database.ts'
import { hasSameColumns, type Searched } from '../columns/search/searched.ts'
import type { CatalogTable } from './catalog-table.ts'
import { readCatalog } from './live-schema.ts'
import { languageIn } from './search-index-sql.ts'

/** The indexes that queries of models need, but the database does not have. */
export interface MissingIndexes {
  /** The columns of owners, such as `tickets.team_id`, for which no index has the column first. */
  readonly owners: readonly string[]
  /** The tables without the index that `whereSearch()` reads. */
  readonly searches: readonly string[]
}

/** Reads which indexes are missing. Ignores tables that the database does not have yet; migrations create them. */
export async function readMissingIndexes(
  database: Database,
  tables: readonly Table[],
): Promise<MissingIndexes> {
  const owned = tables.filter(({ owner, isView }) => owner !== undefined && !isView)
  const isSearched = tables.some(({ searched }) => searched !== undefined)
  if (owned.length === 0 && !isSearched) return { owners: [], searches: [] }

  const catalog = await readCatalog(database)
  const byName = new Map(catalog.tables.map((table) => [table.name, table]))
  const hasIndex = ({ searches }: CatalogTable, searched: Searched): boolean => {
    const language = languageIn(database.dialect, searched)
    return searches.some((each) => hasSameColumns(each, searched) && each.language === language)
  }
  return {
    owners: owned.flatMap(({ name, owner }) => {
      const found = byName.get(name)
      const isMissing = found !== undefined && !beginsWith(found, owner?.name ?? '')
      return isMissing ? [`${name}.${owner?.name ?? ''}`] : []
    }),
    searches: tables.flatMap(({ name, searched }) => {
      const found = byName.get(name)
      const isMissing = found && searched && !hasIndex(found, searched)
      return isMissing ? [name] : []
    }),
  }
}

/** Whether the primary key or an index of all rows begins with a column. */
function beginsWith({ primaryKey, indexes }: CatalogTable, column: string): boolean {
  const first = indexes.filter(({ where }) => where === undefined).map(({ keys: [key] }) => key)
  return (
    primaryKey[0] === column ||
    first.some((key) => key !== undefined && 'column' in key && key.column === column)
  )
}
