import type { OwnRow, OwnTable } from '../../../data/own/own-table.ts'

/** Keys that are taken for a time, also when their job is done. */
export const uniqueKeyTable = {
  name: 'tenon_job_keys',
  columns: { name: 'text', unique_key: 'text', job: 'bigint?', taken_until: 'bigint' },
  constraints: ['primary key (name, unique_key)'],
  indexes: { taken: '(taken_until)' },
} as const satisfies OwnTable

export type UniqueKeyRow = OwnRow<typeof uniqueKeyTable>
