import { SetupError } from '../../base/support/setup-error.ts'
import type { Database } from '../database/database.ts'
import { lockForTransaction } from '../database/dialects/lock-for-transaction.ts'
import { sql } from '../database/sql.ts'
import type { FormerTable, OwnRow, OwnTable } from './own-table.ts'

/**
 * The version of each of Tenon's own tables, and the oldest version whose code can work with it.
 *
 * A table without a row has version 1: it was created before there were versions.
 */
export const versionTable = {
  name: 'tenon_tables',
  columns: { name: 'text', version: 'integer', oldest_code: 'integer' },
  constraints: ['primary key (name)'],
} as const satisfies OwnTable

/** The version of a table in a database; 0 if the table does not exist. */
export interface FoundTable {
  readonly table: OwnTable
  readonly version: number
  readonly oldestCode: number
}

/** Reads which versions of tables a database has. */
export async function readOwnVersions(
  database: Database,
  tables: readonly OwnTable[],
): Promise<readonly FoundTable[]> {
  const columns = await readColumns(database, [versionTable.name, ...tables.flatMap(toNames)])
  const recorded = columns.has(versionTable.name) ? await readRecorded(database) : new Map()
  return tables.map((table) => {
    const row = recorded.get(table.name)
    // A dropped table leaves its row behind.
    if (row !== undefined && toNames(table).some((name) => columns.has(name))) {
      return { table, version: row.version, oldestCode: row.oldest_code }
    }
    const first = toFirst(table)
    const there = columns.get(first.name)
    const isFirst = there !== undefined && first.columns.every((column) => there.has(column))
    return { table, version: isFirst ? 1 : 0, oldestCode: 1 }
  })
}

/** The version of a table that this code works with. */
export function toCodeVersion({ upgrades = [] }: OwnTable): number {
  return 1 + upgrades.length
}

/** Throws `E_TABLES_OLDER` or `E_TABLES_NEWER` if this code cannot work with the versions in a database. */
export function assertUsable(found: readonly FoundTable[]): void {
  for (const { table, version, oldestCode } of found) {
    const needed = toCodeVersion(table)
    if (version > 0 && version < needed) {
      throw new SetupError(
        'E_TABLES_OLDER',
        `The table "${table.name}" is at version ${version}, and this version of Tenon needs ${needed}. Run the command "migrate".`,
      )
    }
    if (oldestCode > needed) {
      throw new SetupError(
        'E_TABLES_NEWER',
        `The table "${table.name}" is at version ${version}, and this version of Tenon knows ${needed}, which cannot work with it. Deploy the version of Tenon that has migrated the database.`,
      )
    }
  }
}

/** Keeps other processes from creating or upgrading Tenon's own tables until the transaction ends. */
export function lockOwnTables(database: Database): Promise<void> {
  return lockForTransaction(database, 'tenon tables')
}

/** Records the current version of a table. */
export async function recordOwnVersion(
  database: Database,
  table: OwnTable,
  version: number,
): Promise<void> {
  const oldestCode = toOldestCode(table, version)
  await database.query(sql`
    insert into tenon_tables (name, version, oldest_code)
    values (${table.name}, ${version}, ${oldestCode})
    on conflict (name) do update set version = excluded.version, oldest_code = excluded.oldest_code`)
}

/** The version after the last step that is not rolling: older code cannot work with the table. */
function toOldestCode({ upgrades = [] }: OwnTable, version: number): number {
  return 2 + upgrades.slice(0, version - 1).findLastIndex(({ isRolling }) => !isRolling)
}

/** All names that a table has had. */
function toNames({ name, upgrades = [] }: OwnTable): readonly string[] {
  return [name, ...upgrades.flatMap(({ from }) => from?.name ?? [])]
}

/** How version 1 of a table is recognized. */
function toFirst({ name, upgrades = [] }: OwnTable): FormerTable {
  return upgrades.find(({ from }) => from !== undefined)?.from ?? { name, columns: [] }
}

async function readRecorded(
  database: Database,
): Promise<ReadonlyMap<string, OwnRow<typeof versionTable>>> {
  const rows = await database.query<OwnRow<typeof versionTable>>(
    sql`select name, version, oldest_code from tenon_tables`,
  )
  return new Map(rows.map((row) => [row.name, row]))
}

/** Reads the columns of those tables that exist. A view with the name of a table does not count. */
async function readColumns(
  database: Database,
  names: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const rows = await database.query<{ table: string; column: string }>(
    database.dialect === 'postgres'
      ? sql`select c.relname::text as "table", a.attname::text as "column"
          from pg_class c join pg_attribute a on a.attrelid = c.oid
          where c.relname in (${names}) and c.relkind = 'r' and pg_table_is_visible(c.oid)`
      : sql`select t.name as "table", c.name as "column"
          from sqlite_schema t join pragma_table_info(t.name) c
          where t.type = 'table' and t.name in (${names})`,
  )
  const found = new Map<string, Set<string>>()
  for (const { table, column } of rows) {
    found.set(table, (found.get(table) ?? new Set()).add(column))
  }
  return found
}
