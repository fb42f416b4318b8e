import type { OwnRow, OwnTable } from '../../../data/database/own/own-table.ts'

/** The batches of jobs. `is_ended` is 0, or the day a batch ended, counted from 1970. */
export const batchTable = {
  name: 'queue_batches',
  columns: {
    id: 'id',
    total: 'bigint',
    then_job: 'text?',
    catch_job: 'text?',
    is_ended: 'integer = 0',
  },
  indexes: { open: '(id) where is_ended = 0' },
} as const satisfies OwnTable

export type BatchRow = OwnRow<typeof batchTable>
