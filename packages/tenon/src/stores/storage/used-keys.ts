import type { FileColumn } from '../../data/columns/column.ts'
import { databaseOf } from '../../data/database/current-database.ts'
import { ANY_OWNER, asOwners } from '../../data/database/owners/current-owners.ts'
import { Sql, sql } from '../../data/database/sql.ts'

/** Returns the keys that a row refers to, for any owner. Counts soft-deleted rows, because they can be restored. */
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

/** Sound: a model has checked that table and column names are identifiers. */
function quoted(name: string): Sql {
  return new Sql([`"${name}"`], [])
}
