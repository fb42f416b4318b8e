import type { DateFields, TimeFields } from './cron-fields.ts'

/** The argument of a task's function. */
export interface TaskRun {
  /** The task's name. */
  readonly task: string
  /** The time this run was scheduled for, slightly before the current time. */
  readonly tick: Date
  /** 1 for the first attempt; higher if an earlier attempt at this tick crashed. */
  readonly attempt: number
  /** Grows with every run of the task. A store that keeps the highest value can reject late writers. */
  readonly fence: number
  /** Aborted when the process stops, or when another process has claimed this run. */
  readonly signal: AbortSignal
}

/**
 * What happens to ticks that no process could run within the grace period.
 *
 * `skip` drops them. `latest` runs the last one if no newer tick is due. `{ all, max }` runs the last `max` ticks one
 * after another. The history shows dropped ticks as `missed`.
 */
export type CatchUp = 'skip' | 'latest' | { readonly all: true; readonly max: number }

/** The settings chained to `task()`. */
export interface TaskSettings {
  readonly name: string
  /** The times of day. */
  readonly times: readonly TimeFields[]
  readonly dates: Partial<DateFields>
  readonly timezone: string
  readonly withoutOverlapping: boolean
  readonly isTransactional: boolean
  readonly catchUp: CatchUp
  readonly retriesOnCrash: number
  /** `undefined`: the period of the task, at most a minute. */
  readonly graceMs: number | undefined
  /** Empty: every environment. */
  readonly environments: readonly string[]
}
