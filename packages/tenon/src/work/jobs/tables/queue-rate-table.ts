import type { OwnRow, OwnTable } from '../../../data/database/own/own-table.ts'
import { rename } from '../../../data/database/own/rename.ts'

/** When the bucket of each queue with a rate is empty. */
export const queueRateTable = {
  name: 'tenon_queue_rates',
  columns: { queue: 'text', empty_at: 'bigint' },
  constraints: ['primary key (queue)'],
  upgrades: [rename({ name: 'queue_rates', columns: ['queue', 'empty_at'] }, 'tenon_queue_rates')],
} as const satisfies OwnTable

export type QueueRateRow = OwnRow<typeof queueRateTable>
