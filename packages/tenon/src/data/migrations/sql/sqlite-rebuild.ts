import type { Database } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { SetupError } from '../../support/setup-error.ts'
import { quote } from './catalog.ts'
import { parseSqliteTable } from './sqlite-table.ts'

/**
 * Writes the statements that make an SQLite table anew with other definitions and the same rows;
 * none when the definitions stay as they are.
 *
 * The old table makes room first, so that the new one bears its name when a row does not fit.
 * Foreign keys must be off, else dropping the old table would delete the rows that refer to it.
 */
export async function rebuildSql(
  database: Database,
  table: string,
  change: (definitions: readonly string[]) => readonly string[],
): Promise<string[]> {
  const [found] = await database.query<{ sql: string }>(
    sql`select sql from sqlite_schema where type = 'table' and name = ${table}`,
  )
  if (!found) throw unknownTable(table)

  const { definitions, tail } = parseSqliteTable(found.sql)
  const changed = change(definitions)
  if (changed.join() === definitions.join()) return []

  const columns = await readColumns(database, table)
  const dependents = await readDependents(database, table)
  const old = `tenon_old_${table}`

  return [
    // Without the legacy mode the views, triggers and foreign keys that name the table would follow.
    `pragma legacy_alter_table = on`,
    `alter table ${quote(table)} rename to ${quote(old)}`,
    `pragma legacy_alter_table = off`,
    `create table ${quote(table)} (${changed.join(', ')}) ${tail}`.trimEnd(),
    `insert into ${quote(table)} (${columns}) select ${columns} from ${quote(old)}`,
    ...(/\bautoincrement\b/i.test(found.sql) ? keepCounter(table, old) : []),
    `drop table ${quote(old)}`,
    ...dependents,
  ]
}

/** A number that was given once is never given again, also when its row is gone. */
function keepCounter(table: string, old: string): string[] {
  return [
    `delete from sqlite_sequence where name = '${table}'`,
    `insert into sqlite_sequence (name, seq) select '${table}', seq from sqlite_sequence where name = '${old}'`,
  ]
}

/** `pragma_table_info` leaves generated columns out, which cannot be written. */
async function readColumns(database: Database, table: string): Promise<string> {
  const columns = await database.query<{ name: string }>(
    sql`select name from pragma_table_info(${table}) order by cid`,
  )
  return columns.map(({ name }) => quote(name)).join(', ')
}

/** The indexes and triggers, which go with the old table. */
async function readDependents(database: Database, table: string): Promise<string[]> {
  const dependents = await database.query<{ sql: string }>(
    sql`select sql from sqlite_schema
        where tbl_name = ${table} and type in ('index', 'trigger') and sql is not null
        order by type, name`,
  )
  return dependents.map((dependent) => dependent.sql)
}

function unknownTable(table: string): SetupError {
  return new SetupError(
    'E_MIGRATION_TABLE',
    `The table "${table}" does not exist. Create it in an earlier migration.`,
  )
}
