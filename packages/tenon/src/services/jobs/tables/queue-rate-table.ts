import type { OwnRow, OwnTable } from '../../../data/database/own/own-table.ts'

/** When the bucket of each queue with a rate is empty. */
export const queueRateTable = {
  name: 'queue_rates',
  columns: { queue: 'text', empty_at: 'bigint' },
  constraints: ['primary key (queue)'],
} as const satisfies OwnTable

export type QueueRateRow = OwnRow<typeof queueRateTable>
