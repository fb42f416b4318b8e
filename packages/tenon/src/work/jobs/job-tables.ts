import { SetupError } from '../../base/support/setup-error.ts'
import type { Database } from '../../data/database/database.ts'
import type { OwnTable } from '../../data/own/own-table.ts'
import { hasTable } from '../../data/database/dialects/has-table.ts'
import { createOwnTables, isTableMissing } from '../../data/own/own-tables.ts'
import { attachmentTable, suppressionTable } from './tables/mail-tables.ts'
import { batchTable } from './tables/batch-table.ts'
import { doneJobTable } from './tables/done-job-table.ts'
import { jobTable, uniqueKeyTable } from './tables/job-table.ts'
import { queueRateTable, workerTable } from './tables/queue-tables.ts'
import { signalTable } from './tables/step-table.ts'
import { stepTable } from './tables/step-table.ts'

/** The tables of jobs, in their order of creation. */
export const jobTables: readonly OwnTable[] = [
  jobTable,
  stepTable,
  queueRateTable,
  batchTable,
  signalTable,
  workerTable,
  attachmentTable,
  uniqueKeyTable,
  doneJobTable,
  suppressionTable,
]

/** Creates missing tables of jobs. */
export function createJobTables(database: Database): Promise<void> {
  return createOwnTables(database, jobTables)
}

/** Tells whether the tables of jobs exist. */
export function hasJobTables(database: Database): Promise<boolean> {
  return hasTable(database, doneJobTable.name)
}

/** Throws `E_JOB_TABLES` if `work` fails because the tables of jobs are missing. */
export async function withJobTables<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!isTableMissing(error)) throw error
    throw new SetupError(
      'E_JOB_TABLES',
      'The database has no tables for jobs yet. Run the command "migrate", and pass the jobs to application({ jobs }).',
      { cause: error },
    )
  }
}
