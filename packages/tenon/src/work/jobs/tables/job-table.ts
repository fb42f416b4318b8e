import type { OwnRow, OwnTable } from '../../../data/own/own-table.ts'
import { dropCheck } from '../../../data/own/drop-check.ts'
import { rename } from '../../../data/own/rename.ts'

export const JOB_STATES = ['ready', 'delayed', 'behind', 'running', 'crashed', 'failed'] as const

/** What a job is doing. A finished job is deleted, or moved to `doneJobTable`. */
export type JobState = (typeof JOB_STATES)[number]

/** The unfinished jobs. */
export const jobTable = {
  name: 'tenon_jobs',
  columns: {
    id: 'id',
    name: 'text',
    queue: 'text',
    priority: 'integer',
    input: 'text',
    state: JOB_STATES,
    run_at: 'bigint',
    attempt: 'integer = 0',
    attempts: 'integer',
    worker: 'text?',
    lease_until: 'bigint?',
    unique_key: 'text?',
    lane: 'text?',
    batch: 'bigint?',
    trace: 'text?',
    created_at: 'bigint',
    started_at: 'bigint?',
    failed_at: 'bigint?',
    error: 'text?',
    stack: 'text?',
    language: 'text?',
    frees_key: 'integer?',
    lane_rules: 'text?',
    progress: 'integer?',
    actor: 'text?',
  },
  indexes: {
    ready: "(queue, priority desc, run_at, id) where state = 'ready'",
    due: "(state, run_at) where state = 'delayed' or state = 'running' or state = 'crashed'",
    lane: '(state, lane, priority desc, id) where lane is not null',
    batch: '(batch, state) where batch is not null',
  },
  uniqueIndexes: {
    unique: "(name, unique_key) where unique_key is not null and state <> 'failed'",
  },
  upgrades: [
    rename({ name: 'queue_jobs', columns: ['lease_until', 'unique_key', 'lane'] }, 'tenon_jobs'),
    { isRolling: true, statements: mergeIndexes },
    dropCheck('tenon_jobs', 'state'),
    {
      isRolling: true,
      statements: () => ['alter table tenon_jobs add column language text'],
    },
    { isRolling: true, statements: addSteering },
    { isRolling: true, statements: () => ['alter table tenon_jobs add column actor text'] },
  ],
} as const satisfies OwnTable

/** Merges indexes: each index makes adding a job slower, even if the job gets no entry in it. */
function mergeIndexes(): readonly string[] {
  return [
    ...['delayed', 'running', 'crashed', 'behind', 'lanes'].map(
      (name) => `drop index if exists tenon_jobs_${name}`,
    ),
    `create index tenon_jobs_due on tenon_jobs (state, run_at)
      where state = 'delayed' or state = 'running' or state = 'crashed'`,
    `create index tenon_jobs_lane on tenon_jobs (state, lane, priority desc, id)
      where lane is not null`,
  ]
}

/** Claims order jobs by the time at which they may start, so that the keys take turns. */
function addSteering(): readonly string[] {
  return [
    'alter table tenon_jobs add column frees_key integer',
    'alter table tenon_jobs add column lane_rules text',
    'alter table tenon_jobs add column progress integer',
    'drop index if exists tenon_jobs_ready',
    `create index tenon_jobs_ready on tenon_jobs (queue, priority desc, run_at, id)
      where state = 'ready'`,
  ]
}

export type JobRow = OwnRow<typeof jobTable>

/** Keys that are taken for a time, even after their job has ended. */
export const uniqueKeyTable = {
  name: 'tenon_job_keys',
  columns: { name: 'text', unique_key: 'text', job: 'bigint?', taken_until: 'bigint' },
  constraints: ['primary key (name, unique_key)'],
  indexes: { taken: '(taken_until)' },
} as const satisfies OwnTable

export type UniqueKeyRow = OwnRow<typeof uniqueKeyTable>
