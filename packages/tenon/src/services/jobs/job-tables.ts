import { SetupError } from '../../base/support/setup-error.ts'
import type { Database } from '../../data/database/database.ts'
import type { Dialect } from '../../data/database/statement.ts'
import { createOwnTables, hasTable, isTableMissing } from '../../data/database/own-tables.ts'

/** Creates the tables of jobs where they are missing. */
export async function createJobTables(database: Database): Promise<void> {
  await createOwnTables(database, {
    probe: 'queue_signals',
    script: toScript(IDS[database.dialect]),
  })
  // Apart, because databases of older versions have all the others.
  await createOwnTables(database, { probe: 'queue_workers', script: WORKER_TABLE })
  const attachments = toAttachmentTable(BYTES[database.dialect])
  await createOwnTables(database, { probe: 'queue_attachments', script: attachments })
}

/** Tells whether the tables of jobs exist. */
export function hasJobTables(database: Database): Promise<boolean> {
  return hasTable(database, 'queue_signals')
}

/** Throws `E_JOB_TABLES` if `work` fails because the tables of jobs are missing. */
export async function withJobTables<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!isTableMissing(error)) throw error
    throw new SetupError(
      'E_JOB_TABLES',
      'The database has no tables for jobs yet. Run the command "migrate", and pass the jobs to application({ jobs }).',
      { cause: error },
    )
  }
}

function toScript(id: string): string {
  return [toJobTable(id), JOB_INDEXES, toOtherTables(id)].join('')
}

/**
 * Instants are milliseconds since 1970, UTC, on both databases. The `is_ended` of a batch is 0, or the
 * day it ended, counted from 1970. An id is never used again, because
 * a late acknowledgement may still name it.
 */
function toJobTable(id: string): string {
  return `
create table if not exists queue_jobs (
  id ${id},
  name text not null,
  queue text not null,
  priority integer not null,
  input text not null,
  state text not null check (state in (
    'ready', 'delayed', 'behind', 'running', 'crashed', 'failed'
  )),
  run_at bigint not null,
  attempt integer not null default 0,
  attempts integer not null,
  worker text,
  lease_until bigint,
  unique_key text,
  lane text,
  batch bigint,
  trace text,
  created_at bigint not null,
  started_at bigint,
  failed_at bigint,
  error text,
  stack text
);
`
}

const JOB_INDEXES = `
create index if not exists queue_jobs_ready
  on queue_jobs (queue, priority desc, id) where state = 'ready';
create index if not exists queue_jobs_delayed on queue_jobs (run_at) where state = 'delayed';
create index if not exists queue_jobs_running on queue_jobs (lease_until) where state = 'running';
create index if not exists queue_jobs_crashed on queue_jobs (id) where state = 'crashed';
create index if not exists queue_jobs_batch on queue_jobs (batch, state) where batch is not null;
create index if not exists queue_jobs_behind
  on queue_jobs (lane, priority desc, id) where state = 'behind';
create index if not exists queue_jobs_lanes
  on queue_jobs (lane) where lane is not null and state in ('ready', 'running', 'crashed');
create unique index if not exists queue_jobs_unique
  on queue_jobs (name, unique_key) where unique_key is not null and state <> 'failed';
`

function toOtherTables(id: string): string {
  return `
create table if not exists queue_steps (
  job bigint not null,
  position bigint not null,
  name text not null,
  signal_key text,
  wake_at bigint,
  result text,
  is_done integer not null,
  primary key (job, position)
);
create index if not exists queue_steps_waiting
  on queue_steps (name, signal_key) where is_done = 0;
create table if not exists queue_rates (queue text not null primary key, empty_at bigint not null);
create table if not exists queue_batches (
  id ${id},
  total bigint not null,
  then_job text,
  catch_job text,
  is_ended integer not null default 0
);
create index if not exists queue_batches_open on queue_batches (id) where is_ended = 0;
create table if not exists queue_signals (
  id ${id},
  name text not null,
  signal_key text not null,
  value text not null,
  created_at bigint not null
);
`
}

const WORKER_TABLE = `
create table if not exists queue_workers (
  worker text not null primary key,
  queues text not null,
  seen_at bigint not null
);
`

/** A job that is deleted, because it is done or was forgotten, takes its files along. */
function toAttachmentTable(bytes: string): string {
  return `
create table if not exists queue_attachments (
  job bigint not null references queue_jobs (id) on delete cascade,
  position integer not null,
  name text not null,
  type text,
  content ${bytes} not null,
  primary key (job, position)
);
`
}

const BYTES: Readonly<Record<Dialect, string>> = { postgres: 'bytea', sqlite: 'blob' }

const IDS: Readonly<Record<Dialect, string>> = {
  postgres: 'bigint generated always as identity primary key',
  sqlite: 'integer primary key autoincrement',
}
