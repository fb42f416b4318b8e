import type { OwnRow, OwnTable } from '../../data/database/own/own-table.ts'
import { rename } from '../../data/database/own/rename.ts'

/** The last tick that was decided of each scheduled task. */
export const taskTable = {
  name: 'tenon_tasks',
  columns: {
    name: 'text',
    cursor: 'bigint',
    fence: 'bigint = 0',
    signature: 'text',
    paused_until: 'bigint?',
  },
  constraints: ['primary key (name)'],
  upgrades: [
    rename({ name: 'schedule_tasks', columns: ['cursor', 'fence', 'signature'] }, 'tenon_tasks'),
  ],
} as const satisfies OwnTable

export type TaskRow = OwnRow<typeof taskTable>
