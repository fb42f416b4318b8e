import type { Table } from '../columns/table.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { searchIndexName } from '../queries/search.ts'
import type { CatalogTable } from './catalog-table.ts'
import { readCatalog } from './live-schema.ts'

/** The indexes that queries of models need and a database does not have. */
export interface MissingIndexes {
  /** The columns of owners, such as `tickets.team_id`, that no index begins with. */
  readonly owners: readonly string[]
  /** The tables without the index that `whereSearch()` reads. */
  readonly searches: readonly string[]
}

/** Compares with the tables of a database; those that it does not have are left to migrations. */
export async function readMissingIndexes(
  database: Database,
  tables: readonly Table[],
): Promise<MissingIndexes> {
  const owned = tables.filter(({ owner, isView }) => owner !== undefined && !isView)
  const searched = tables.filter((table) => table.searched !== undefined)
  if (owned.length === 0 && searched.length === 0) return { owners: [], searches: [] }

  const catalog = await readCatalog(database)
  const byName = new Map(catalog.tables.map((table) => [table.name, table]))
  const names = await searchIndexNames(database)
  return {
    owners: owned.flatMap(({ name, owner }) => {
      const found = byName.get(name)
      const isMissing = found !== undefined && !beginsWith(found, owner?.name ?? '')
      return isMissing ? [`${name}.${owner?.name ?? ''}`] : []
    }),
    searches: searched
      .filter(({ name, searched }) => {
        return byName.has(name) && !names.has(searchIndexName(name, searched?.columns ?? []))
      })
      .map(({ name }) => name),
  }
}

/** Whether the key or an index of all rows begins with a column. */
function beginsWith({ primaryKey, indexes }: CatalogTable, column: string): boolean {
  const first = indexes.filter(({ where }) => where === undefined).map(({ keys: [key] }) => key)
  return (
    primaryKey[0] === column ||
    first.some((key) => key !== undefined && 'column' in key && key.column === column)
  )
}

/** On SQLite, a search index is a table. */
async function searchIndexNames(database: Database): Promise<ReadonlySet<string>> {
  const rows = await database.query<{ name: string }>(
    database.dialect === 'sqlite'
      ? sql`select name from sqlite_schema where type = 'table'`
      : sql`select indexname::text as name from pg_indexes where schemaname = any (current_schemas(false))`,
  )
  return new Set(rows.map(({ name }) => name))
}
