import { SetupError } from '../../base/support/setup-error.ts'
import { currentDatabase } from '../../data/database/current-database.ts'
import { JobRecords, type JobRecord } from './job-records.ts'
import { withJobTables } from './job-tables.ts'
import { PausedQueues } from './store/paused-queues.ts'

/** The pattern for names of jobs and queues. */
export const NAME = /^[a-zA-Z0-9][a-zA-Z0-9:._-]{0,99}$/

/**
 * Stops starting jobs of a queue, on all machines. Running jobs continue, and you can still dispatch jobs. Inside
 * `transaction()`, the pause begins once it commits. Throws `E_JOB_NAME` for a malformed name, and `E_JOB_TABLES` if
 * the database has no tables for jobs.
 */
export function pauseQueue(queue: string): Promise<void> {
  assertName('queue', queue)
  return withJobTables(() => new PausedQueues(currentDatabase()).pause(queue))
}

/** Starts jobs of a paused queue again. Throws as `pauseQueue` does. */
export function resumeQueue(queue: string): Promise<void> {
  assertName('queue', queue)
  return withJobTables(() => new PausedQueues(currentDatabase()).resume(queue))
}

/** Stops a job of a name; `false` if no such job waits or runs. */
export async function cancelJob(name: string, id: number): Promise<boolean> {
  const records = new JobRecords(currentDatabase())
  const cancelled = await withJobTables(() => records.cancel({ ids: [id], name }))
  return cancelled.length > 0
}

/** The state of a job, for a page that shows it. */
export type JobStatus = Pick<
  JobRecord,
  'id' | 'state' | 'attempt' | 'progress' | 'result' | 'error' | 'durationMs'
>

/** Reads the state of a job of a name. */
export async function findStatus(name: string, id: number): Promise<JobStatus | null> {
  const job = await new JobRecords(currentDatabase()).find(id)
  if (job === null || job.name !== name) return null
  const { state, attempt, progress, result, error, durationMs } = job
  return { id, state, attempt, progress, result, error, durationMs }
}

/** Throws `E_JOB_NAME` for a malformed name. */
export function assertName(kind: 'job' | 'queue', name: string): void {
  if (NAME.test(name)) return
  throw new SetupError(
    'E_JOB_NAME',
    `Invalid ${kind} name "${name}". Use 1 to 100 letters, digits and ":", ".", "_" or "-", starting with a letter or digit.`,
  )
}
