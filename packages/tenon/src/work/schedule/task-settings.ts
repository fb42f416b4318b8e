import type { DateFields, TimeFields } from './cron-fields.ts'

/** The argument of a task's function. */
export interface TaskRun {
  /** The task's name. */
  readonly task: string
  /** The time this run was scheduled for, slightly before the current time. */
  readonly tick: Date
  /** 1, or more if an earlier attempt at the same tick crashed. */
  readonly attempt: number
  /** Grows with every run of the task: a store that keeps the highest can refuse stale writers. */
  readonly fence: number
  /** Aborted when the process stops, or when another process has claimed this run. */
  readonly signal: AbortSignal
}

/**
 * What happens to ticks that no process could run within the grace period.
 *
 * `skip` drops them, `latest` runs the last one if nothing newer is due, `{ all, max }` runs the
 * last `max` of them one after another. Dropped ticks are in the history as `missed`.
 */
export type CatchUp = 'skip' | 'latest' | { readonly all: true; readonly max: number }

/** The settings chained to `task()`. */
export interface TaskSettings {
  readonly name: string
  /** The times of its days. */
  readonly times: readonly TimeFields[]
  readonly dates: Partial<DateFields>
  readonly timezone: string
  readonly withoutOverlapping: boolean
  readonly isTransactional: boolean
  readonly catchUp: CatchUp
  readonly retriesOnCrash: number
  /** `undefined`: the period, at most a minute. */
  readonly graceMs: number | undefined
  /** Empty: every environment. */
  readonly environments: readonly string[]
}
