import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/**
 * Creates the two tables of the ledger where they are missing.
 *
 * Looks first, so that an account without the right to create tables can work once they exist;
 * then creates under a lock, because `if not exists` alone is not safe against a second process on
 * PostgreSQL.
 */
export async function createLedgerTables(database: Database): Promise<void> {
  if (await hasLedgerTables(database)) return

  await database.transaction(async () => {
    if (database.dialect === 'postgres') {
      await database.query(sql`select pg_advisory_xact_lock(hashtext('tenon:schedule'))`)
    }
    await database.script(TABLES)
  })
}

/** Tells whether any scheduler has worked on this database yet. */
export async function hasLedgerTables(database: Database): Promise<boolean> {
  const found = await database.query(
    database.dialect === 'postgres'
      ? sql`select 1 as found where to_regclass('schedule_runs') is not null`
      : sql`select 1 as found from sqlite_master where name = 'schedule_runs'`,
  )
  return found.length > 0
}

/** Instants are milliseconds since 1970, UTC, on both databases. */
const TABLES = `
create table if not exists schedule_tasks (
  name text not null primary key,
  cursor bigint not null,
  fence bigint not null default 0,
  signature text not null,
  paused_until bigint
);
create table if not exists schedule_runs (
  task text not null,
  tick bigint not null,
  state text not null check (state in ('running', 'ok', 'failed', 'overlap', 'missed', 'lost')),
  owner text,
  fence bigint not null,
  attempt integer not null,
  lease_until bigint,
  started_at bigint,
  finished_at bigint,
  error text,
  primary key (task, tick)
);
create index if not exists schedule_runs_tick on schedule_runs (tick);
create index if not exists schedule_runs_running on schedule_runs (task) where state = 'running';
`
