import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { DispatchGroup } from './dispatch-group.ts'
import type { LaneRules, NewJob, UniqueRule } from './store/new-job.ts'
import type { JobSteps } from './steps/job-steps.ts'

/** The second argument of a job's function. */
export interface JobRun extends JobSteps {
  /** The job's name. */
  readonly job: string
  /** The id of this job, the same in all attempts. */
  readonly id: number
  /** 1 for the first attempt; higher if an earlier attempt failed or slept, or its process died. */
  readonly attempt: number
  /** Aborted when the process stops, the attempt times out, the job is cancelled, or another process takes it over. */
  readonly signal: AbortSignal
  /**
   * Stores how many percent are done, 0 to 100, for `find` and the page of jobs. Writes at most twice a second, so you
   * can call it in a loop. Throws `E_JOB_OPTION` for other numbers, and `LeaseLost` if the job was cancelled or taken
   * over.
   */
  readonly progress: (percent: number) => Promise<void>
}

/** The settings chained to `job()`. */
export interface JobSettings<Output> {
  readonly name: string
  readonly schema: StandardSchemaV1<unknown, Output>
  readonly run: (input: Output, run: JobRun) => unknown
  readonly queue: string
  readonly attempts: number
  readonly backoffMs: number
  readonly maxBackoffMs: number
  /** `undefined`: no limit. */
  readonly timeoutMs: number | undefined
  readonly isTransactional: boolean
  /** How long a finished job is kept; 0: not at all. */
  readonly keepMs: number
  readonly priority: number
  /** When a dispatched job may start, relative to the dispatch or absolute. Default: at once. */
  readonly start: JobStart | undefined
  readonly uniqueKey: ((input: Output) => string) | undefined
  readonly uniqueRule: UniqueRule | undefined
  /** Combines the dispatches of one turn. All jobs chained from one `job()` share it. */
  readonly group: DispatchGroup
  readonly laneKey: ((input: Output) => string | number) | undefined
  /** `undefined`: one at a time. */
  readonly laneRules: LaneRules | undefined
}

/** When a job may start. */
export type JobStart = { readonly inMs: number } | { readonly at: Date }

/** The settings of a job with any input, as workers use them. */
export interface AnyJobSettings extends Omit<JobSettings<never>, 'schema'> {
  readonly schema: StandardSchemaV1<unknown, unknown>
}

/** A job with its input, to be dispatched later. */
export interface JobCall {
  /** Checks the input. */
  readonly prepare: () => Promise<NewJob>
}

/** A job with any input, as `application({ jobs })` takes it. */
export interface AnyJob {
  readonly '~settings': AnyJobSettings
}
