import { c } from '../columns/columns.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { createTable } from './operations.ts'
import { createTableSql } from './sql/schema-builder.ts'

/** A migration that the database has recorded. */
export interface JournalEntry {
  readonly name: string
  /** The number of the run, from 1. 0 if the tables existed before the migration was written. */
  readonly batch: number
  readonly ranAt: Date
}

/** Reads the journal in order of names; empty if its table does not exist yet. */
export async function readJournal(database: Database): Promise<JournalEntry[]> {
  if (!(await hasJournal(database))) return []
  const rows = await database.query<{ name: string; batch: number; ran_at: number }>(
    sql`select name, batch, ran_at from migrations order by name`,
  )
  return rows.map(({ name, batch, ran_at }) => ({ name, batch, ranAt: new Date(ran_at) }))
}

/** Creates the journal's table if it does not exist; call it under the lock. */
export async function ensureJournal(database: Database): Promise<void> {
  if (await hasJournal(database)) return
  await database.script(createTableSql(journal, database.dialect))
}

/** Records that a migration has run. */
export async function recordMigration(
  database: Database,
  { name, batch, ranAt }: JournalEntry,
): Promise<void> {
  await database.query(
    sql`insert into migrations (name, batch, ran_at) values (${name}, ${batch}, ${ranAt})`,
  )
}

/** Records a migration whose tables already exist. It belongs to batch 0, which is never rolled back. */
export async function recordApplied(database: Database, name: string): Promise<void> {
  await ensureJournal(database)
  await recordMigration(database, { name, batch: 0, ranAt: new Date() })
}

/** Removes the record of a migration that was rolled back. */
export async function forgetMigration(database: Database, name: string): Promise<void> {
  await database.query(sql`delete from migrations where name = ${name}`)
}

const journal = createTable('migrations', {
  name: c.stringId(),
  batch: c.integer(),
  ran_at: c.timestamp(),
})

async function hasJournal(database: Database): Promise<boolean> {
  const tables = await database.query(
    database.dialect === 'sqlite'
      ? sql`select name from sqlite_schema where type = 'table' and name = 'migrations'`
      : sql`select tablename from pg_tables
            where schemaname = current_schema() and tablename = 'migrations'`,
  )
  return tables.length > 0
}
