import type { Database } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { SetupError } from '../../../base/support/setup-error.ts'
import { quote } from './catalog.ts'
import { textLiteral } from './schema-builder.ts'
import { definesColumn, foldCase, parseSqliteTable } from './sqlite-table.ts'

/**
 * Writes the statements that rebuild an SQLite table with other definitions and the same rows.
 *
 * Returns an empty list if the definitions do not change. `conversions` are expressions for changed values, by the
 * names of columns in lower case. A column whose definition is missing is dropped. Each definition is written on a
 * separate line, because it may end with a comment.
 *
 * The rows are kept in a copy, and no table is renamed: a check may contain the table's name, and an error about a row
 * should show it. Foreign keys must be off: otherwise dropping the table would delete the rows that refer to it.
 */
export async function rebuildSql(
  database: Database,
  table: string,
  change: (definitions: readonly string[]) => readonly string[],
  conversions: ReadonlyMap<string, string> = new Map(),
): Promise<string[]> {
  const text = await readTable(database, table)
  const { definitions, tail } = parseSqliteTable(text)
  const changed = change(definitions)
  const isSame = changed.join() === definitions.join()
  if (isSame && conversions.size === 0) return []

  const isIn = (all: readonly string[], name: string): boolean =>
    all.some((definition) => definesColumn(definition, name))
  // Drop only columns whose definition was found: if the parser misses a column, a statement fails and no value is
  // lost.
  const names = (await readColumns(database, table)).filter(
    (name) => isIn(changed, name) || !isIn(definitions, name),
  )
  const columns = names.map(quote).join(', ')
  const values = names.map((name) => conversions.get(foldCase(name)) ?? quote(name)).join(', ')
  const dependents = await readDependents(database, table)
  const copy = `tenon_copy_${table}`
  const isCounted = /\bautoincrement\b/i.test(text)

  return [
    // The copy has no types, because types would convert values.
    `create table ${quote(copy)} (${columns})`,
    `insert into ${quote(copy)} (${columns}) select ${values} from ${quote(table)}`,
    ...(isCounted ? [renameCounter(table, copy)] : []),
    `drop table ${quote(table)}`,
    `create table ${quote(table)} (${changed.join('\n, ')}\n) ${tail}`.trimEnd(),
    `insert into ${quote(table)} (${columns}) select ${columns} from ${quote(copy)}`,
    ...(isCounted ? [dropCounter(table), renameCounter(copy, table)] : []),
    `drop table ${quote(copy)}`,
    ...dependents,
  ]
}

/** Reads the text that created a table. */
export async function readTable(database: Database, table: string): Promise<string> {
  const [found] = await database.query<{ sql: string }>(
    sql`select sql from sqlite_schema where type = 'table' and name = ${table}`,
  )
  if (!found) throw unknownTable(table)
  return found.sql
}

/** Keeps the counter of ids, so that the id of a deleted row is never used again. */
function renameCounter(from: string, to: string): string {
  return `update sqlite_sequence set name = ${textLiteral(to)} where name = ${textLiteral(from)}`
}

/** Deletes the counter that inserting the rows has created. */
function dropCounter(table: string): string {
  return `delete from sqlite_sequence where name = ${textLiteral(table)}`
}

/** Reads the columns that can be written. `pragma_table_info` omits generated columns. */
async function readColumns(database: Database, table: string): Promise<string[]> {
  const columns = await database.query<{ name: string }>(
    sql`select name from pragma_table_info(${table}) order by cid`,
  )
  return columns.map(({ name }) => name)
}

/**
 * Reads the indexes and triggers, because they are dropped with the old table. Keeps the order in which triggers fire.
 */
async function readDependents(database: Database, table: string): Promise<string[]> {
  const dependents = await database.query<{ sql: string }>(
    sql`select sql from sqlite_schema
        where tbl_name = ${table} and type in ('index', 'trigger') and sql is not null
        order by type, rowid`,
  )
  return dependents.map((dependent) => dependent.sql)
}

function unknownTable(table: string): SetupError {
  return new SetupError(
    'E_MIGRATION_TABLE',
    `The table "${table}" does not exist. Create it in an earlier migration.`,
  )
}
