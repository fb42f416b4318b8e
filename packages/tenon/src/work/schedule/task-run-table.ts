import type { OwnRow, OwnTable } from '../../data/own/own-table.ts'
import { dropCheck } from '../../data/own/drop-check.ts'
import { rename } from '../../data/own/rename.ts'

/** All outcomes of ticks. */
export const RUN_STATES = ['running', 'ok', 'failed', 'overlap', 'missed', 'lost'] as const

/** The outcome of each tick of each task. */
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
    dropCheck('tenon_task_runs', 'state'),
  ],
} as const satisfies OwnTable

export type TaskRunRow = OwnRow<typeof taskRunTable>
