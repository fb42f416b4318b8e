import type { CronFields } from './cron-fields.ts'

/** What a task's function is given. */
export interface TaskRun {
  /** The task's name. */
  readonly task: string
  /** The instant this run was planned for; the clock may show a little more. */
  readonly tick: Date
  /** 1, or more when an earlier attempt at the same tick crashed. */
  readonly attempt: number
  /** Grows with every run of the task: a store that keeps the highest can refuse stale writers. */
  readonly fence: number
  /** Aborted when the process stops, or when another process has taken this run over. */
  readonly signal: AbortSignal
}

/**
 * What happens to ticks that nobody could run within the grace.
 *
 * `skip` drops them, `latest` runs the last one if nothing newer is due, `{ all, max }` runs the
 * last `max` of them one after another. What is dropped is in the history as `missed`.
 */
export type CatchUp = 'skip' | 'latest' | { readonly all: true; readonly max: number }

/** What the chain behind `task()` has said so far. */
export interface TaskDefinition {
  readonly name: string
  readonly run: (run: TaskRun) => unknown
  readonly fields: Partial<CronFields>
  readonly timezone: string
  readonly withoutOverlapping: boolean
  readonly catchUp: CatchUp
  readonly retriesOnCrash: number
  readonly graceMs: number
  /** Empty: every environment. */
  readonly environments: readonly string[]
}
