import type { Database } from './database.ts'
import { sql } from './sql.ts'

/** The framework's own tables in the application's database. */
export interface OwnTables {
  /** The last table that the script creates; if it exists, so do the others. */
  readonly probe: string
  /** The statements that create the tables; each does nothing if its table exists. */
  readonly script: string
}

/**
 * Creates missing tables.
 *
 * Checks first, so that an account without the right to create tables works once they exist. Then
 * creates them under a lock, because `if not exists` alone is not safe against a second process on
 * PostgreSQL.
 */
export async function createOwnTables(database: Database, tables: OwnTables): Promise<void> {
  if (await hasTable(database, tables.probe)) return

  await database.transaction(async () => {
    if (database.dialect === 'postgres') {
      await database.query(sql`select pg_advisory_xact_lock(hashtext(${`tenon:${tables.probe}`}))`)
    }
    await database.script(tables.script)
  })
}

/** Whether a table exists in the current schema. */
export async function hasTable(database: Database, name: string): Promise<boolean> {
  const found = await database.query(
    database.dialect === 'postgres'
      ? sql`select 1 as found where to_regclass(${name}) is not null`
      : sql`select 1 as found from sqlite_master where name = ${name}`,
  )
  return found.length > 0
}
