import { currentDatabase } from '../../../data/database/current-database.ts'
import type { Database } from '../../../data/database/database.ts'
import { addJobs, announce } from '../dispatch.ts'
import type { JobCall } from '../job-definition.ts'
import { withJobTables } from '../job-tables.ts'
import type { NewJob } from '../store/new-job.ts'
import { BatchStore, type BatchProgress } from './batch-store.ts'

/** What follows a batch: `importRow.with({ … })`. */
export interface BatchOptions {
  /** Dispatched once all jobs are done. */
  readonly then?: JobCall
  /** Dispatched once a job has failed for good; at most once. */
  readonly catch?: JobCall
}

/** Jobs that belong together. */
export interface Batch {
  /**
   * Dispatches all jobs or none, and returns the batch's id for `batch.progress`. A job whose unique key is taken is
   * not added, and the batch does not wait for the one that has it. Throws `E_JOB_INPUT`.
   */
  dispatch(): Promise<number>
}

/**
 * Puts jobs together that belong together.
 *
 *     const id = await batch(rows.map((row) => importRow.with(row)), { then: report.with({}) }).dispatch()
 *     const progress = await batch.progress(id)
 *
 * If a failed job is retried and then done, the batch can still be done.
 */
export const batch = Object.assign(createBatch, {
  /** Reads how far a batch is; `null` if there is none with this id, or if it ended a week ago. */
  progress: (id: number): Promise<BatchProgress | null> => {
    const database = currentDatabase()
    const store = new BatchStore(database)
    return withJobTables(() => store.progress(id))
  },
  /**
   * Adds jobs to a batch, for example from one of its jobs; `false`, and none is added, if it has ended or was
   * cancelled. Throws `E_JOB_INPUT`.
   */
  add: async (id: number, calls: readonly JobCall[]): Promise<boolean> => {
    const jobs = await Promise.all(calls.map((call) => call.prepare()))
    const database = currentDatabase()
    return database.transaction(async () => {
      const store = new BatchStore(database)
      // Locks it before jobs are added.
      const isOpen = await withJobTables(() => store.grow(id, 0))
      if (isOpen) await store.grow(id, await addTo(database, id, jobs))
      return isOpen
    })
  },
  /**
   * Deletes the jobs of a batch that are not done, and aborts the `run.signal` of those that run. Nothing follows,
   * and its progress is `null` from then on. `false` if it has ended.
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

/** Adds jobs to a batch, and returns how many it has got: not those whose unique key is taken. */
async function addTo(database: Database, id: number, jobs: readonly NewJob[]): Promise<number> {
  if (jobs.length === 0) return 0
  const added = jobs.map((job) => ({ ...job, batch: id }))
  const dispatched = await addJobs(database, added)
  await database.afterCommit(() => announce(database, added, dispatched))
  return dispatched.filter(({ isNew }) => isNew).length
}
