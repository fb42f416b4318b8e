import type { OwnRow, OwnTable } from '../../../data/database/own/own-table.ts'

/** What jobs with steps have done so far, and what they wait for. */
export const stepTable = {
  name: 'queue_steps',
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
} as const satisfies OwnTable

export type StepRow = OwnRow<typeof stepTable>
