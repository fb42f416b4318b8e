import { SetupError } from '../../base/support/setup-error.ts'
import { currentDatabase } from '../../data/database/current-database.ts'
import { JobRecords, type JobRecord } from './job-records.ts'
import { withJobTables } from './job-tables.ts'
import { PausedQueues } from './store/paused-queues.ts'

/** What the name of a job or queue looks like. */
export const NAME = /^[a-zA-Z0-9][a-zA-Z0-9:._-]{0,99}$/

/**
 * Starts no more jobs of a queue, on all machines; those that run go on. Jobs can still be dispatched. Inside
 * `transaction()`, it counts once that commits. Throws `E_JOB_NAME` for a malformed name.
 */
export function pauseQueue(queue: string): Promise<void> {
  assertName('queue', queue)
  return withJobTables(() => new PausedQueues(currentDatabase()).pause(queue))
}

/** Starts jobs of a paused queue again. */
export function resumeQueue(queue: string): Promise<void> {
  assertName('queue', queue)
  return withJobTables(() => new PausedQueues(currentDatabase()).resume(queue))
}

/** Stops a job of a name; `false` if none waits or runs with this id. */
export async function cancelJob(name: string, id: number): Promise<boolean> {
  const records = new JobRecords(currentDatabase())
  const cancelled = await withJobTables(() => records.cancel({ ids: [id], name }))
  return cancelled.length > 0
}

/** What a job does, for a page that shows it. */
export type JobStatus = Pick<
  JobRecord,
  'id' | 'state' | 'attempt' | 'progress' | 'result' | 'error' | 'durationMs'
>

/** Reads what a job of a name does. */
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
