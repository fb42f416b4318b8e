import type { FileColumn } from '../../data/columns/column.ts'
import { databaseOf } from '../../data/database/current-database.ts'
import { ANY_OWNER, asOwners } from '../../data/database/owners/current-owners.ts'
import { Sql, sql } from '../../data/database/sql.ts'

/** Returns those keys that a row of any owner refers to. Soft-deleted rows count, too: they can be restored. */
export async function findUsedKeys(
  columns: Iterable<FileColumn>,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const used = new Set<string>()
  for (const { database, table, column } of columns) {
    const [from, key] = [quoted(table), quoted(column)]
    const query = sql`select ${key} as key from ${from} where ${key} in (${keys})`
    const find = () => databaseOf(database).query<{ key: string }>(query)
    const rows = await asOwners(ANY_OWNER, find)
    for (const row of rows) used.add(row.key)
  }
  return used
}

/** Sound: the names of tables and columns are identifiers, which a model has checked. */
function quoted(name: string): Sql {
  return new Sql([`"${name}"`], [])
}
