import type { OwnRow, OwnTable } from '../../../data/database/own/own-table.ts'
import { rename } from '../../../data/database/own/rename.ts'
import { JOB_STATES } from './job-state.ts'

/** The jobs that are not done. */
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
  },
  indexes: {
    ready: "(queue, priority desc, id) where state = 'ready'",
    delayed: "(run_at) where state = 'delayed'",
    running: "(lease_until) where state = 'running'",
    crashed: "(id) where state = 'crashed'",
    batch: '(batch, state) where batch is not null',
    behind: "(lane, priority desc, id) where state = 'behind'",
    lanes: "(lane) where lane is not null and state in ('ready', 'running', 'crashed')",
  },
  uniqueIndexes: {
    unique: "(name, unique_key) where unique_key is not null and state <> 'failed'",
  },
  upgrades: [
    rename({ name: 'queue_jobs', columns: ['lease_until', 'unique_key', 'lane'] }, 'tenon_jobs'),
  ],
} as const satisfies OwnTable

export type JobRow = OwnRow<typeof jobTable>
