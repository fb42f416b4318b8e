import type { Database } from '../../database/database.ts'
import { Sql } from '../../database/sql.ts'
import { quote } from '../../migrations/sql/catalog.ts'
import type { CatalogColumn, CatalogTable } from '../catalog-table.ts'

/** SQLite stores any value in any column: earlier versions of Rails stored booleans as `t` and `f`. */
export async function readValues(
  table: Pick<CatalogTable, 'name'>,
  column: CatalogColumn,
  database: Database,
): Promise<CatalogColumn> {
  const outside = unreadable[column.kind?.type ?? '']
  if (outside === undefined) return column
  const text = `select 1 as found from ${quote(table.name)} where ${outside.test(quote(column.name))} limit 1`
  const found = await database.query(new Sql([text], []))
  return found.length === 0 ? column : { ...column, kind: undefined, unreadable: outside.reason }
}

/** What no column of a type reads, by the type. */
const unreadable: Readonly<
  Record<string, { readonly test: (column: string) => string; readonly reason: string }>
> = {
  boolean: {
    test: (column) => `${column} not in (0, 1)`,
    reason:
      'its rows contain other values than 0 and 1. Correct them and pull again to have it as c.boolean()',
  },
  json: {
    test: (column) => `not json_valid(${column})`,
    reason:
      'its rows contain text that is not JSON. Correct them and pull again to have it as c.json()',
  },
}
