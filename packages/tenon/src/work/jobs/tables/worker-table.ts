import type { OwnRow, OwnTable } from '../../../data/database/own/own-table.ts'
import { rename } from '../../../data/database/own/rename.ts'

/** Which queues each worker works on, as JSON. */
export const workerTable = {
  name: 'tenon_job_workers',
  columns: { worker: 'text', queues: 'text', seen_at: 'bigint' },
  constraints: ['primary key (worker)'],
  upgrades: [
    rename({ name: 'queue_workers', columns: ['queues', 'seen_at'] }, 'tenon_job_workers'),
  ],
} as const satisfies OwnTable

export type WorkerRow = OwnRow<typeof workerTable>
