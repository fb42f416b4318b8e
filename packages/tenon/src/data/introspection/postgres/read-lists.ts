import type { Database } from '../../database/database.ts'
import { Sql } from '../../database/sql.ts'
import { quote } from '../../migrations/sql/catalog.ts'
import type { CatalogColumn, CatalogTable } from '../catalog-table.ts'

/**
 * Completes columns of lists by what their rows contain: the type of an array says neither whether there is null in
 * it nor whether there are lists in it.
 */
export async function readLists(
  tables: readonly CatalogTable[],
  database: Database,
  isKnown: (table: string, column: string) => boolean,
): Promise<CatalogTable[]> {
  const completed: CatalogTable[] = []
  for (const table of tables) {
    const columns: CatalogColumn[] = []
    for (const column of table.columns) {
      const isRead = column.kind?.item !== undefined && !isKnown(table.name, column.name)
      columns.push(isRead ? await readList(table.name, column, database) : column)
    }
    completed.push({ ...table, columns })
  }
  return completed
}

async function readList(
  table: string,
  column: CatalogColumn,
  database: Database,
): Promise<CatalogColumn> {
  const { kind } = column
  const [name, from] = [quote(column.name), quote(table)]
  const text = `select
    exists (select from ${from} where array_ndims(${name}) > 1 or array_lower(${name}, 1) <> 1) as is_nested,
    exists (select from ${from}, unnest(${name}) as item where item is null) as has_null`
  const [found] = await database.query<{ is_nested: boolean; has_null: boolean }>(
    new Sql([text], []),
  )
  if (found?.is_nested === true) return { ...column, kind: undefined, unreadable: NESTED }
  if (found?.has_null !== true || kind?.item === undefined) return column
  return { ...column, kind: { ...kind, item: { ...kind.item, nullable: true } } }
}

const NESTED =
  'its rows contain lists of lists, or lists that do not start at 1, which c.array() does not read; use sql or Kysely for it'
