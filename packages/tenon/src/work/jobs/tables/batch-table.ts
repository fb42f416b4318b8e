import type { OwnRow, OwnTable } from '../../../data/own/own-table.ts'
import { rename } from '../../../data/own/rename.ts'

/** The batches of jobs. `is_ended` is 0 while a batch is open, then the day of its end, in days since 1970. */
export const batchTable = {
  name: 'tenon_job_batches',
  columns: {
    id: 'id',
    total: 'bigint',
    then_job: 'text?',
    catch_job: 'text?',
    is_ended: 'integer = 0',
  },
  indexes: { open: '(id) where is_ended = 0' },
  upgrades: [
    rename(
      { name: 'queue_batches', columns: ['then_job', 'catch_job', 'is_ended'] },
      'tenon_job_batches',
    ),
  ],
} as const satisfies OwnTable

export type BatchRow = OwnRow<typeof batchTable>
