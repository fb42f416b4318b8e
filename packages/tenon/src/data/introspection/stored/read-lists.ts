import type { Database } from '../../database/database.ts'
import { ANY_OWNER, asOwners } from '../../database/owners/current-owners.ts'
import { Sql } from '../../database/sql.ts'
import { quote } from '../../migrations/sql/catalog.ts'
import type { CatalogColumn, CatalogTable } from '../catalog-table.ts'

/** Looks into the lists of a column, because an array type does not tell whether they contain nulls or lists. */
export async function readLists(
  table: Pick<CatalogTable, 'name'>,
  column: CatalogColumn,
  database: Database,
  declared: string | undefined,
): Promise<CatalogColumn> {
  const { kind } = column
  if (kind?.item === undefined || declared !== undefined) return column
  const [name, from] = [quote(column.name), quote(table.name)]
  const text = `select
    exists (select from ${from} where array_ndims(${name}) > 1 or array_lower(${name}, 1) <> 1) as is_nested,
    exists (select from ${from}, unnest(${name}) as item where item is null) as has_null`
  const read = () => database.query<{ is_nested: boolean; has_null: boolean }>(new Sql([text], []))
  const [found] = await asOwners(ANY_OWNER, read)
  if (found?.is_nested === true) return { ...column, kind: undefined, unreadable: NESTED }
  if (found?.has_null !== true) return column
  return { ...column, kind: { ...kind, item: { ...kind.item, nullable: true } } }
}

const NESTED =
  'its rows contain lists of lists, or lists that do not start at 1, which c.array() does not read; use sql or Kysely for it'
