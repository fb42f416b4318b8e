import type { OwnRow, OwnTable } from '../../../data/database/own/own-table.ts'

/** Which queues each worker works on, as JSON. */
export const workerTable = {
  name: 'queue_workers',
  columns: { worker: 'text', queues: 'text', seen_at: 'bigint' },
  constraints: ['primary key (worker)'],
} as const satisfies OwnTable

export type WorkerRow = OwnRow<typeof workerTable>
