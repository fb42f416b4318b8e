import type { OwnRow, OwnTable } from '../../../data/own/own-table.ts'

/** The finished jobs that are kept for a time, as `keep()` says. */
export const doneJobTable = {
  name: 'tenon_done_jobs',
  columns: {
    id: 'bigint',
    name: 'text',
    queue: 'text',
    priority: 'integer',
    input: 'text',
    result: 'text?',
    attempt: 'integer',
    attempts: 'integer',
    run_at: 'bigint',
    created_at: 'bigint',
    started_at: 'bigint?',
    ended_at: 'bigint',
    kept_until: 'bigint',
  },
  constraints: ['primary key (id)'],
  indexes: { kept: '(kept_until)' },
} as const satisfies OwnTable

export type DoneJobRow = OwnRow<typeof doneJobTable>
