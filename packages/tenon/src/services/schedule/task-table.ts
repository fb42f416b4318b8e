import type { OwnRow, OwnTable } from '../../data/database/own/own-table.ts'

/** The last tick that was decided of each scheduled task. */
export const taskTable = {
  name: 'schedule_tasks',
  columns: {
    name: 'text',
    cursor: 'bigint',
    fence: 'bigint = 0',
    signature: 'text',
    paused_until: 'bigint?',
  },
  constraints: ['primary key (name)'],
} as const satisfies OwnTable

export type TaskRow = OwnRow<typeof taskTable>
