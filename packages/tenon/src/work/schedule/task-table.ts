import type { OwnRow, OwnTable } from '../../data/own/own-table.ts'
import { rename } from '../../data/own/rename.ts'

/** The last decided tick of each scheduled task. */
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
