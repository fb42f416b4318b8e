import { inspect } from 'node:util'
import { toMs, type Duration } from '../../base/support/duration.ts'
import type { Log } from '../../base/log/log.ts'
import type { Database } from '../../data/database/database.ts'
import { jobObservers, type JobObserver, type RecordedJob } from '../../work/jobs/dispatch.ts'
import type { Job } from '../../work/jobs/job.ts'
import type { JobOutcome } from '../../work/jobs/running-jobs.ts'
import { toJobs } from '../../application/runtime/work/application-jobs.ts'
import type { ApplicationOptions } from '../../application/runtime/application-options.ts'

/** The jobs that were dispatched while an application was under test, oldest first. */
export interface TestJobs extends Iterable<RecordedJob> {
  readonly count: number
  readonly all: readonly RecordedJob[]
  /** The dispatches of one job, with its type of input. */
  of<Input, Output>(job: Job<Input, Output>): readonly TypedJob<Input>[]
}

/** A dispatched job, with the input as it is stored. */
export interface TypedJob<Input> extends RecordedJob {
  readonly input: Input
}

/** Options of `runJobs`. */
export interface RunJobsOptions {
  /** How far to move the clock of jobs forward first, instead of waiting. Default: not at all. */
  readonly after?: Duration
}

export interface JobTestingParts {
  readonly application: ApplicationOptions
  readonly database: Database
  readonly log: Log
}

/** Records dispatched jobs, and runs them when the test asks for it. */
export class JobTesting implements JobObserver, TestJobs {
  readonly #parts: JobTestingParts
  readonly #recorded: RecordedJob[] = []
  #offsetMs = 0

  constructor(parts: JobTestingParts) {
    this.#parts = parts
  }

  readonly clock = { now: (): number => Date.now() + this.#offsetMs }

  get count(): number {
    return this.#recorded.length
  }

  get all(): readonly RecordedJob[] {
    return this.#recorded
  }

  [Symbol.iterator](): Iterator<RecordedJob> {
    return this.#recorded.values()
  }

  /** What `console.log` shows. */
  [inspect.custom](): unknown {
    return this.#recorded
  }

  dispatched(job: RecordedJob): void {
    this.#recorded.push(job)
  }

  of<Input, Output>(job: Job<Input, Output>): readonly TypedJob<Input>[] {
    // Sound: only a job of this name, whose dispatch takes an `Input`, is recorded under it.
    return this.#recorded.filter(({ name }) => name === job.name) as TypedJob<Input>[]
  }

  /** Runs the jobs that are due and those that they dispatch. Returns how each attempt ended. */
  async run({ after }: RunJobsOptions = {}): Promise<readonly JobOutcome[]> {
    if (after !== undefined) this.#offsetMs += toMs(after, 'after')
    const { application, ...parts } = this.#parts
    const jobs = toJobs(application)
    if (jobs.length === 0) return []
    const outcomes: JobOutcome[] = []
    const onSettled = (outcome: JobOutcome): void => void outcomes.push(outcome)
    const { JobWorker } = await import('../../work/jobs/worker.ts')
    await new JobWorker({ ...parts, jobs, clock: this.clock, onSettled }).runDue()
    return outcomes
  }

  /** Begins to record; the returned function ends it. */
  register(): () => void {
    return jobObservers.register(this)
  }
}
