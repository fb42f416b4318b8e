import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { DispatchGroup } from './dispatch-group.ts'
import type { LaneRules, NewJob, UniqueRule } from './store/new-job.ts'
import type { JobSteps } from './steps/job-steps.ts'

/** The second argument of a job's function. */
export interface JobRun extends JobSteps {
  /** The job's name. */
  readonly job: string
  /** The id of this job: the same for all its attempts. */
  readonly id: number
  /** 1, or more if an earlier attempt failed or its process died. */
  readonly attempt: number
  /** Aborted when the process stops, the time is up, or another process has taken over the job. */
  readonly signal: AbortSignal
  /**
   * Stores how many percent are done, 0 to 100, for `find` and the page of jobs. At most twice a second, so
   * it can be called in a loop. Throws `E_JOB_OPTION` for other numbers.
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
  /** How long it is kept when it is done; 0: not at all. */
  readonly keepMs: number
  readonly priority: number
  /** When a dispatched job may start, counted from the dispatch or absolute. Default: at once. */
  readonly start: JobStart | undefined
  readonly uniqueKey: ((input: Output) => string) | undefined
  readonly uniqueRule: UniqueRule | undefined
  /** Combines the dispatches of one turn; shared by everything chained to one `job()`. */
  readonly group: DispatchGroup
  readonly laneKey: ((input: Output) => string | number) | undefined
  /** `undefined`: one at a time. */
  readonly laneRules: LaneRules | undefined
}

/** When a job may start. */
export type JobStart = { readonly inMs: number } | { readonly at: Date }

/** The settings of any job, as workers use them. */
export interface AnyJobSettings extends Omit<JobSettings<never>, 'schema'> {
  readonly schema: StandardSchemaV1<unknown, unknown>
}

/** A job with its input, to be dispatched later. */
export interface JobCall {
  /** Checks the input. */
  readonly prepare: () => Promise<NewJob>
}

/** Any job, as `application({ jobs })` takes them. */
export interface AnyJob {
  readonly '~settings': AnyJobSettings
}
