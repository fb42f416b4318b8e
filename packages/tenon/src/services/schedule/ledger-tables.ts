import type { Database } from '../../data/database/database.ts'
import { createOwnTables, hasTable } from '../../data/database/own-tables.ts'

/** Creates the two tables of the ledger where they are missing. */
export async function createLedgerTables(database: Database): Promise<void> {
  await createOwnTables(database, { probe: 'schedule_runs', script: TABLES })
}

/** Tells whether any scheduler has worked on this database yet. */
export function hasLedgerTables(database: Database): Promise<boolean> {
  return hasTable(database, 'schedule_runs')
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
