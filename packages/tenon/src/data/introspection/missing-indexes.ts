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
  /** The other columns that refer to a table, such as `posts.user_id`, for which no index has the column first. */
  readonly references: readonly string[]
  /** The tables without the index that `whereSearch()` reads. */
  readonly searches: readonly string[]
}

/** Reads which indexes are missing. Ignores tables that the database does not have yet; migrations create them. */
export async function readMissingIndexes(
  database: Database,
  tables: readonly Table[],
): Promise<MissingIndexes> {
  const stored = tables.filter(({ isView }) => !isView)
  const owners = stored.flatMap(({ name, owner }) => (owner ? [{ name, column: owner.name }] : []))
  const references = stored.flatMap(({ name, owner, columns }) =>
    columns
      .filter((column) => column.definition.references !== undefined && column.name !== owner?.name)
      .map((column) => ({ name, column: column.name })),
  )
  const isSearched = tables.some(({ searched }) => searched !== undefined)
  if (owners.length + references.length === 0 && !isSearched) {
    return { owners: [], references: [], searches: [] }
  }

  const catalog = await readCatalog(database)
  const byName = new Map(catalog.tables.map((table) => [table.name, table]))
  const hasIndex = ({ searches }: CatalogTable, searched: Searched): boolean => {
    const language = languageIn(database.dialect, searched)
    return searches.some((each) => hasSameColumns(each, searched) && each.language === language)
  }
  const withoutIndex = (places: readonly Place[]): readonly string[] =>
    places.flatMap(({ name, column }) => {
      const found = byName.get(name)
      return found !== undefined && !beginsWith(found, column) ? [`${name}.${column}`] : []
    })
  return {
    owners: withoutIndex(owners),
    references: withoutIndex(references),
    searches: tables.flatMap(({ name, searched }) => {
      const found = byName.get(name)
      const isMissing = found && searched && !hasIndex(found, searched)
      return isMissing ? [name] : []
    }),
  }
}

/** A column of a table. */
interface Place {
  readonly name: string
  readonly column: string
}

/** Whether the primary key or an index of all rows begins with a column. */
function beginsWith({ primaryKey, indexes }: CatalogTable, column: string): boolean {
  const first = indexes.filter(({ where }) => where === undefined).map(({ keys: [key] }) => key)
  return (
    primaryKey[0] === column ||
    first.some((key) => key !== undefined && 'column' in key && key.column === column)
  )
}
