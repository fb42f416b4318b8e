import type { OwnRow, OwnTable } from '../../data/database/own/own-table.ts'
import { rename } from '../../data/database/own/rename.ts'

/** All outcomes of ticks. */
export const RUN_STATES = ['running', 'ok', 'failed', 'overlap', 'missed', 'lost'] as const

/** What became of the ticks of each task. */
export const taskRunTable = {
  name: 'tenon_task_runs',
  columns: {
    task: 'text',
    tick: 'bigint',
    state: RUN_STATES,
    owner: 'text?',
    fence: 'bigint',
    attempt: 'integer',
    lease_until: 'bigint?',
    started_at: 'bigint?',
    finished_at: 'bigint?',
    error: 'text?',
  },
  constraints: ['primary key (task, tick)'],
  indexes: { tick: '(tick)', running: "(task) where state = 'running'" },
  upgrades: [
    rename({ name: 'schedule_runs', columns: ['tick', 'fence', 'lease_until'] }, 'tenon_task_runs'),
  ],
} as const satisfies OwnTable

export type TaskRunRow = OwnRow<typeof taskRunTable>
