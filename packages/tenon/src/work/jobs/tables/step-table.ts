import type { OwnRow, OwnTable } from '../../../data/own/own-table.ts'
import { rename } from '../../../data/own/rename.ts'

/** The steps of jobs: what they have done so far, and what they wait for. */
export const stepTable = {
  name: 'tenon_job_steps',
  columns: {
    job: 'bigint',
    position: 'bigint',
    name: 'text',
    signal_key: 'text?',
    wake_at: 'bigint?',
    result: 'text?',
    is_done: 'integer',
  },
  constraints: ['primary key (job, position)'],
  indexes: { waiting: '(name, signal_key) where is_done = 0' },
  upgrades: [
    rename(
      { name: 'queue_steps', columns: ['signal_key', 'wake_at', 'is_done'] },
      'tenon_job_steps',
    ),
  ],
} as const satisfies OwnTable

export type StepRow = OwnRow<typeof stepTable>

/** Signals that no job has waited for yet. */
export const signalTable = {
  name: 'tenon_job_signals',
  columns: { id: 'id', name: 'text', signal_key: 'text', value: 'text', created_at: 'bigint' },
  upgrades: [
    rename({ name: 'queue_signals', columns: ['signal_key', 'value'] }, 'tenon_job_signals'),
  ],
} as const satisfies OwnTable

export type SignalRow = OwnRow<typeof signalTable>
