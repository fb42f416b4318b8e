import type { Database } from '../../../data/database/database.ts'
import { adapters } from '../../../data/database/dialects/adapters.ts'
import type { Clock } from '../../lease/clock.ts'
import type { SeenLease } from '../../lease/lease-watch.ts'
import { FreshPlans, type JobStatement, JobStatementRunner } from './job-statement.ts'
import type { RunKey } from './new-job.ts'
import type { JobRow } from '../tables/job-table.ts'
import { jobStatements, type JobStatements } from './job-statements.ts'

/**
 * The jobs in the database. Each job is in one state.
 *
 *     delayed → behind → ready → running → (deleted: it is done)
 *                                  ↓ ↑
 *                   delayed, failed, crashed
 *
 * A job with a lane (`oneAtATime`, `perKey`) is behind until its lane has room for it. A worker claims a ready job, as
 * its next attempt, for the time of a lease, and renews the lease. Every report names the worker and the attempt, so a
 * worker that has lost a job can no longer change it. If a lease expires, the job is ready again, or `failed` after its
 * last attempt. If it expires a second time in a row, or only one attempt is left, the job is `crashed`. A worker runs
 * only one crashed job at a time: if that job kills the process, the jobs beside it are not blamed again and again.
 */
export class JobStore {
  readonly #statements: JobStatements
  readonly #looksFirst: boolean
  readonly #runner: JobStatementRunner
  readonly #plans = new FreshPlans()

  constructor(database: Database, clock?: Clock) {
    this.#statements = jobStatements[database.dialect]
    // Otherwise an idle worker would write, and wait for other writers.
    this.#looksFirst = adapters[database.dialect].locksBeforeItLooks
    this.#runner = new JobStatementRunner(database, clock)
  }

  /** Whether a queue has ready jobs of these names. */
  hasReady(queue: string, names: readonly string[]): Promise<boolean> {
    return this.#runner.has(this.#statements.anyReady, [queue, JSON.stringify(names)])
  }

  /** Finds the queues that have ready or crashed jobs of these names. */
  async findQueues(names: readonly string[]): Promise<readonly string[]> {
    const values = [JSON.stringify(names)]
    const rows = await this.#runner.run<Pick<JobRow, 'queue'>>(this.#statements.findQueues, values)
    return rows.map(({ queue }) => queue)
  }

  /** Claims up to `limit` ready jobs of a queue, in order of priority, then age. */
  async claim(request: ClaimRequest): Promise<ClaimedJob[]> {
    if (this.#looksFirst && !(await this.hasReady(request.queue, request.names))) return []
    return this.#claim(this.#statements.claim, request)
  }

  /**
   * Claims jobs that start later. If the process dies, nobody knows whether such a job has started, so that does not
   * use up an attempt. It claims only jobs that may be retried anyway.
   */
  claimAhead(request: ClaimRequest): Promise<ClaimedJob[]> {
    return this.#claim(this.#statements.claimAhead, request)
  }

  async #claim(statement: JobStatement, request: ClaimRequest): Promise<ClaimedJob[]> {
    const { worker, queue, names, limit, leaseMs, from = BEGINNING } = request
    const values = [worker, queue, JSON.stringify(names), limit, this.#runner.now, leaseMs, from]
    const claimed = await this.#runner.run<ClaimedJob>(statement, values)
    return claimed.toSorted((a, b) => b.priority - a.priority || a.id - b.id)
  }

  /** Claims one job whose process died while it ran. */
  async claimCrashed({ worker, queues, names, leaseMs }: CrashedRequest): Promise<ClaimedJob[]> {
    if (this.#looksFirst && !(await this.#runner.has(this.#statements.anyCrashed, []))) return []
    const values = [
      worker,
      JSON.stringify(queues),
      JSON.stringify(names),
      this.#runner.now,
      leaseMs,
    ]
    return this.#runner.run(this.#statements.claimCrashed, values)
  }

  /** Deletes finished jobs; returns the ids of those that the worker still held. */
  async complete(worker: string, runs: readonly RunKey[]): Promise<ReadonlySet<number>> {
    const values = [worker, toKeys(runs)]
    const { complete, completeFresh } = this.#statements
    const ended = await this.#plans.run((isFresh) =>
      this.#runner.run<{ id: number }>(isFresh ? completeFresh : complete, values),
    )
    return new Set(ended.map(({ id }) => id))
  }

  /** Keeps runs that the same transaction completes next. */
  async keep(worker: string, runs: readonly KeptRun[]): Promise<void> {
    await this.#runner.run(this.#statements.keep, [worker, JSON.stringify(runs), this.#runner.now])
  }

  /** Stores the progress of a job in percent; `false` if the worker no longer holds the job. */
  async progress(worker: string, { id, attempt }: RunKey, percent: number): Promise<boolean> {
    return this.#runner.has(this.#statements.progress, [worker, id, attempt, percent])
  }

  /** Ends an attempt that has failed; `false` if the worker no longer held the job. */
  async fail(worker: string, { id, attempt }: RunKey, failure: StoredFailure): Promise<boolean> {
    const { error, stack, retryInMs, attempts, durationMs } = failure
    const run = [worker, id, attempt, this.#runner.now]
    const changed =
      retryInMs === undefined
        ? await this.#runner.run(this.#statements.fail, [...run, error, stack, durationMs])
        : await this.#runner.run(this.#statements.retry, [
            ...run,
            retryInMs,
            error,
            stack,
            attempts,
          ])
    return changed.length > 0
  }

  /** Lets a job continue later, with its full number of attempts; `false` if the worker no longer held it. */
  async suspend(
    worker: string,
    { id, attempt }: RunKey,
    { delayMs, attempts }: Suspension,
  ): Promise<boolean> {
    const values = [worker, id, attempt, this.#runner.now, Math.ceil(delayMs), attempts]
    const [suspended] = await this.#runner.run<{ state: string }>(this.#statements.suspend, values)
    // The signal has already come.
    if (suspended !== undefined && suspended.state !== 'delayed') await this.#runner.tell()
    return suspended !== undefined
  }

  /** Extends the leases of these runs of a worker, and returns those that it still holds. */
  renew(worker: string, runs: readonly RunKey[], leaseMs: number): Promise<RunKey[]> {
    return this.#runner.run(this.#statements.renew, [
      worker,
      toKeys(runs),
      this.#runner.now,
      leaseMs,
    ])
  }

  /** Gives back all jobs of a worker except `kept`. These attempts do not count. Returns the number of jobs. */
  async release(worker: string, kept: readonly RunKey[] = []): Promise<number> {
    const values = [worker, toKeys(kept), this.#runner.now]
    const released = await this.#runner.run(this.#statements.release, values)
    if (released.length > 0) await this.#runner.tell()
    return released.length
  }

  /**
   * Reads the leases that have expired or will expire within half of `leaseMs`. A lease that ends after more than twice
   * `leaseMs` was taken while the clock was ahead, and counts as expired.
   */
  async leases(leaseMs: number): Promise<JobLease[]> {
    const values = [this.#runner.now, leaseMs / 2, leaseMs * 2]
    const rows = await this.#runner.run<LeaseRow>(this.#statements.leases, values)
    return rows.map(({ id, attempt, lease_until: until, has_expired }) => {
      return { id, attempt, key: `${id} ${attempt}`, until, hasExpired: has_expired === 1 }
    })
  }

  /** Takes expired jobs from workers that have stopped reporting. */
  async expire(runs: readonly RunKey[], leaseMs: number): Promise<ExpiredJob[]> {
    const values = [this.#runner.now, toKeys(runs), leaseMs * 2]
    const expired = await this.#runner.run<ExpiredJob>(this.#statements.expire, values)
    if (expired.length > 0) await this.#runner.tell()
    return expired
  }
}

/** Earlier than any job may start. Earlier versions have stored some times before 1970. */
export const BEGINNING = Number.MIN_SAFE_INTEGER

/** A job that a worker has claimed. */
export interface ClaimedJob extends RunKey {
  readonly name: string
  readonly queue: string
  readonly input: string
  /** The maximum number of attempts. */
  readonly attempts: number
  readonly priority: number
  /** When the job could start, in milliseconds since 1970. */
  readonly run_at: number
  readonly batch: number | null
  readonly trace: string | null
  readonly language: string | null
  readonly actor: string | null
}

/** A run whose job is kept when it is done. */
export interface KeptRun extends RunKey {
  /** JSON; `null` without a result. */
  readonly result: string | null
  /** How long to keep it, in milliseconds. */
  readonly kept: number
  /** How long the run took in milliseconds, for a job whose start is not stored. */
  readonly duration: number
}

export interface JobLease extends RunKey, SeenLease {}

/** A job whose worker has stopped reporting. */
export interface ExpiredJob extends RunKey {
  readonly name: string
  readonly state: 'ready' | 'crashed' | 'failed'
  readonly error: string
}

/** Why an attempt failed, and when to retry; without `retryInMs`, the job has failed for good. */
export interface StoredFailure {
  readonly error: string
  readonly stack: string | null
  readonly retryInMs: number | undefined
  /** The maximum number of attempts, for the next ones. */
  readonly attempts: number
  readonly durationMs: number
}

/** When a job continues, and how many more attempts it gets. */
export interface Suspension {
  readonly delayMs: number
  readonly attempts: number
}

interface Claim {
  readonly worker: string
  /** The jobs whose code the worker has. */
  readonly names: readonly string[]
  readonly leaseMs: number
}

export interface ClaimRequest extends Claim {
  readonly queue: string
  readonly limit: number
  /** Only jobs with a start time of `from` or later, in milliseconds since 1970. Default: all. */
  readonly from?: number
}

export interface CrashedRequest extends Claim {
  readonly queues: readonly string[]
}

interface LeaseRow extends Pick<JobRow, 'id' | 'attempt'> {
  readonly lease_until: number
  readonly has_expired: number
}

function toKeys(runs: readonly RunKey[]): string {
  return JSON.stringify(runs.map(({ id, attempt }) => ({ id, attempt })))
}
