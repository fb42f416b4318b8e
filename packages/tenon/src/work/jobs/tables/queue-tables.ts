import type { OwnRow, OwnTable } from '../../../data/own/own-table.ts'
import { rename } from '../../../data/own/rename.ts'

/** When the bucket of each queue or lane with a rate is empty, and since when a queue is paused. */
export const queueRateTable = {
  name: 'tenon_queue_rates',
  columns: { queue: 'text', empty_at: 'bigint', paused_at: 'bigint?' },
  constraints: ['primary key (queue)'],
  upgrades: [
    rename({ name: 'queue_rates', columns: ['queue', 'empty_at'] }, 'tenon_queue_rates'),
    {
      isRolling: true,
      statements: () => ['alter table tenon_queue_rates add column paused_at bigint'],
    },
  ],
} as const satisfies OwnTable

export type QueueRateRow = OwnRow<typeof queueRateTable>

/** The queues of each worker, as JSON. */
export const workerTable = {
  name: 'tenon_job_workers',
  columns: { worker: 'text', queues: 'text', seen_at: 'bigint' },
  constraints: ['primary key (worker)'],
  upgrades: [
    rename({ name: 'queue_workers', columns: ['queues', 'seen_at'] }, 'tenon_job_workers'),
  ],
} as const satisfies OwnTable

export type WorkerRow = OwnRow<typeof workerTable>
