import type { Database } from '../../../data/database/database.ts'
import { sql, type Sql } from '../../../data/database/sql.ts'
import type { Clock } from '../../lease/clock.ts'
import { toNow } from '../../lease/store-clock.ts'
import { announce } from '../dispatch.ts'
import { forgetCancelled } from '../job-records.ts'
import { JobAdditions } from '../store/job-additions.ts'
import type { NewJob } from '../store/new-job.ts'
import type { BatchRow } from '../tables/batch-table.ts'

/** The jobs to dispatch after a batch. */
export interface BatchFollowers {
  readonly then: NewJob | undefined
  readonly catch: NewJob | undefined
}

/** How far a batch is. */
export interface BatchProgress {
  /** How many jobs were added. A job whose unique key was already taken is not counted. */
  readonly total: number
  readonly done: number
  /** How many jobs have failed for good and were not retried or forgotten since. */
  readonly failed: number
}

/** The outcome of a batch: all its jobs are done, or one has failed for good. */
export interface FollowedBatch {
  readonly id: number
  readonly total: number
  readonly outcome: 'done' | 'failed'
}

/**
 * Batches have no counters. A finished job is deleted, so the remaining jobs show the progress. A worker checks a batch
 * after it has ended jobs of it, and from time to time in case another worker died before its check.
 */
export class BatchStore {
  readonly #database: Database
  readonly #additions: JobAdditions

  constructor(database: Database, clock?: Clock) {
    this.#database = database
    this.#additions = new JobAdditions(database, clock)
  }

  /** Creates a batch without jobs, and returns its id. */
  async create(followers: BatchFollowers): Promise<number> {
    const [row] = await this.#database.query<Pick<BatchRow, 'id'>>(sql`
      insert into tenon_job_batches (total, then_job, catch_job)
      values (0, ${toText(followers.then)}, ${toText(followers.catch)})
      returning id`)
    return row?.id ?? 0
  }

  /** Adds to the number of jobs of a batch; `false` if it has ended. Locks the batch until the transaction ends. */
  async grow(id: number, count: number): Promise<boolean> {
    const grown = await this.#database.query(sql`
      update tenon_job_batches set total = total + ${count}
      where id = ${id} and is_ended = 0 returning id`)
    return grown.length > 0
  }

  /** Deletes a batch with all its jobs, including running ones; `false` if it has ended. */
  async cancel(id: number): Promise<boolean> {
    const cancelled = await this.#database.query(
      sql`delete from tenon_job_batches where id = ${id} and is_ended = 0 returning id`,
    )
    if (cancelled.length === 0) return false
    const jobs = await this.#database.query<{ id: number }>(
      sql`delete from tenon_jobs where batch = ${id} returning id`,
    )
    await forgetCancelled(
      this.#database,
      jobs.map((job) => job.id),
    )
    return true
  }

  async progress(id: number): Promise<BatchProgress | null> {
    const [row] = await this.#database.query<ProgressRow>(sql`
      select total,
        (select count(*) from tenon_jobs where batch = tenon_job_batches.id) as remaining,
        (select count(*) from tenon_jobs
          where batch = tenon_job_batches.id and state = 'failed') as failed
      from tenon_job_batches where id = ${id}`)
    return row === undefined
      ? null
      : { total: row.total, done: row.total - row.remaining, failed: row.failed }
  }

  /** Finds batches that are done or have a failed job, dispatches their follow-up jobs, and returns them. */
  async follow(): Promise<readonly FollowedBatch[]> {
    const due = await this.#database.query<Pick<BatchRow, 'id'>>(sql`
      select id from tenon_job_batches where is_ended = 0
        and (${IS_DONE} or (catch_job is not null and ${HAS_FAILED})) limit 100`)
    const followed: FollowedBatch[] = []
    for (const { id } of due) {
      followed.push(...(await this.#database.transaction(() => this.#followOne(id))))
    }
    return followed
  }

  /** The first statement locks the batch's row, so that only one process follows up. */
  async #followOne(id: number): Promise<readonly FollowedBatch[]> {
    await this.#database.query(sql`update tenon_job_batches set total = total where id = ${id}`)
    const [caught] = await this.#database.query<{ job: string; total: number }>(sql`
      select catch_job as job, total from tenon_job_batches
      where id = ${id} and catch_job is not null and ${HAS_FAILED}`)
    const [done] = await this.#database.query<{ job: string | null; total: number }>(sql`
      select then_job as job, total from tenon_job_batches where id = ${id} and is_ended = 0 and ${IS_DONE}`)
    const followed: FollowedBatch[] = []

    if (caught !== undefined) {
      await this.#add(caught.job)
      await this.#database.query(
        sql`update tenon_job_batches set catch_job = null where id = ${id}`,
      )
      followed.push({ id, total: caught.total, outcome: 'failed' })
    }
    if (done === undefined) return followed
    if (done.job !== null) await this.#add(done.job)
    const today = sql`cast(${toNow(this.#database.dialect, undefined)} / ${DAY_MS} as integer)`
    await this.#database.query(
      sql`update tenon_job_batches set is_ended = ${today} where id = ${id}`,
    )
    await this.#forgetOld(today)
    return [...followed, { id, total: done.total, outcome: 'done' }]
  }

  /**
   * Deletes batches that ended long ago. Looks only at the 100 oldest that have ended, so the cost does not depend on
   * the number of batches that are kept.
   */
  async #forgetOld(today: Sql): Promise<void> {
    await this.#database.query(sql`
      delete from tenon_job_batches
      where id in (select id from tenon_job_batches where is_ended > 0 order by id limit 100)
        and is_ended < ${today} - ${KEPT_DAYS}`)
  }

  async #add(text: string): Promise<void> {
    // Sound: `create` has written this text.
    const jobs = [JSON.parse(text) as NewJob]
    const dispatched = await this.#additions.add(jobs)
    await this.#database.afterCommit(() => announce(this.#database, jobs, dispatched))
  }
}

/** How many days the progress of a batch stays readable after its end. */
const KEPT_DAYS = 7
const DAY_MS = 86_400_000

const IS_DONE = sql`not exists (select 1 from tenon_jobs where batch = tenon_job_batches.id)`
const HAS_FAILED = sql`exists (
  select 1 from tenon_jobs where batch = tenon_job_batches.id and state = 'failed')`

interface ProgressRow extends Pick<BatchRow, 'total'> {
  readonly remaining: number
  readonly failed: number
}

function toText(job: NewJob | undefined): string | null {
  return job === undefined ? null : JSON.stringify(job)
}
