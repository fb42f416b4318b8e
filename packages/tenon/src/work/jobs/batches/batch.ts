import { currentDatabase } from '../../../data/database/current-database.ts'
import type { Database } from '../../../data/database/database.ts'
import { addJobs, announce } from '../dispatch.ts'
import type { JobCall } from '../job-definition.ts'
import { withJobTables } from '../job-tables.ts'
import type { NewJob } from '../store/new-job.ts'
import { BatchStore, type BatchProgress } from './batch-store.ts'

/** The jobs to dispatch after a batch, such as `report.with({ … })`. */
export interface BatchOptions {
  /** Dispatched once all jobs are done. */
  readonly then?: JobCall
  /** Dispatched once a job has failed for good; at most once. */
  readonly catch?: JobCall
}

/** Jobs that are dispatched and followed together. */
export interface Batch {
  /**
   * Dispatches all jobs or none, and returns the batch's id for `batch.progress`. If another job has a job's unique
   * key, the job is not added and the batch does not wait for the other one. Throws `E_JOB_INPUT` if a schema rejects
   * an input, and `E_JOB_TABLES` if the database has no tables for jobs.
   */
  dispatch(): Promise<number>
}

/**
 * Groups jobs, so that you can follow their progress and dispatch a job once all are done.
 *
 *     const id = await batch(rows.map((row) => importRow.with(row)), { then: report.with({}) }).dispatch()
 *     const progress = await batch.progress(id)
 *
 * The batch can still be done after a job failed: retry the job.
 */
export const batch = Object.assign(createBatch, {
  /** Reads the progress of a batch; `null` if no batch has this id, it was cancelled, or it ended over 7 days ago. */
  progress: (id: number): Promise<BatchProgress | null> => {
    const database = currentDatabase()
    const store = new BatchStore(database)
    return withJobTables(() => store.progress(id))
  },
  /**
   * Adds jobs to a batch, for example from one of its jobs. Returns `false` and adds nothing if the batch has ended or
   * was cancelled. Throws `E_JOB_INPUT`.
   */
  add: async (id: number, calls: readonly JobCall[]): Promise<boolean> => {
    const jobs = await Promise.all(calls.map((call) => call.prepare()))
    const database = currentDatabase()
    return database.transaction(async () => {
      const store = new BatchStore(database)
      // Locks the batch before jobs are added.
      const isOpen = await withJobTables(() => store.grow(id, 0))
      if (isOpen) await store.grow(id, await addTo(database, id, jobs))
      return isOpen
    })
  },
  /**
   * Deletes the unfinished jobs of a batch, and aborts the `run.signal` of those that run. Dispatches no follow-up job.
   * `progress` returns `null` from then on. Returns `false` if the batch has ended.
   */
  cancel: (id: number): Promise<boolean> => {
    const database = currentDatabase()
    return database.transaction(() => withJobTables(() => new BatchStore(database).cancel(id)))
  },
})

function createBatch(calls: readonly JobCall[], options: BatchOptions = {}): Batch {
  return { dispatch: () => dispatchBatch(calls, options) }
}

async function dispatchBatch(calls: readonly JobCall[], options: BatchOptions): Promise<number> {
  const database = currentDatabase()
  const jobs = await Promise.all(calls.map((call) => call.prepare()))
  const followers = {
    then: options.then && (await options.then.prepare()),
    catch: options.catch && (await options.catch.prepare()),
  }
  return database.transaction(async () => {
    const store = new BatchStore(database)
    const id = await withJobTables(() => store.create(followers))
    await store.grow(id, await addTo(database, id, jobs))
    return id
  })
}

/** Adds jobs to a batch, and returns how many were added. Jobs whose unique key is taken are not. */
async function addTo(database: Database, id: number, jobs: readonly NewJob[]): Promise<number> {
  if (jobs.length === 0) return 0
  const added = jobs.map((job) => ({ ...job, batch: id }))
  const dispatched = await addJobs(database, added)
  await database.afterCommit(() => announce(database, added, dispatched))
  return dispatched.filter(({ isNew }) => isNew).length
}
