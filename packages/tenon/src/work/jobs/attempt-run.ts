import { SetupError } from '../../base/support/setup-error.ts'
import type { Cancellation } from '../lease/cancellation.ts'
import { LeaseLost } from '../lease/lease-lost.ts'
import type { JobRun } from './job-definition.ts'
import type { AttemptSteps, JobSteps } from './steps/job-steps.ts'
import type { ClaimedJob } from './store/job-store.ts'

/**
 * The second argument of a job's function, for one attempt. It creates its steps when the first one is used, because
 * most jobs have no steps.
 */
export class AttemptRun implements JobRun {
  readonly job: string
  readonly id: number
  readonly attempt: number
  readonly #cancellation: Cancellation
  readonly #createSteps: CreateSteps
  readonly #report: ReportProgress
  #reportedAt = -Infinity
  #reported = -1
  #steps: AttemptSteps | undefined
  #suspend: (delayMs: number) => void = () => {}
  #isOver = false

  constructor(
    claim: ClaimedJob,
    cancellation: Cancellation,
    { createSteps, report }: AttemptParts,
  ) {
    this.job = claim.name
    this.id = claim.id
    this.attempt = claim.attempt
    this.#cancellation = cancellation
    this.#createSteps = createSteps
    this.#report = report
  }

  get signal(): AbortSignal {
    return this.#cancellation.signal
  }

  get step(): JobSteps['step'] {
    return this.#use().step
  }

  get sleep(): JobSteps['sleep'] {
    return this.#use().sleep
  }

  get waitFor(): JobSteps['waitFor'] {
    return this.#use().waitFor
  }

  readonly progress = async (percent: number): Promise<void> => {
    if (!(percent >= 0 && percent <= 100)) {
      throw new SetupError(
        'E_JOB_OPTION',
        `Job "${this.job}": invalid progress(${percent}). Use a number of percent from 0 to 100.`,
      )
    }
    const whole = Math.floor(percent)
    const isSoon = performance.now() - this.#reportedAt < REPORT_MS
    if (whole === this.#reported || (isSoon && whole < 100)) return
    this.#reportedAt = performance.now()
    this.#reported = whole
    if (this.#isOver || !(await this.#report(whole))) throw new LeaseLost()
  }

  /**
   * Whether the attempt has timed out. Whatever its function still does is ignored, even if somebody retries the job
   * and it runs again with the same attempt number.
   */
  get isOver(): boolean {
    return this.#isOver
  }

  /** Marks the attempt as timed out. */
  end(): void {
    this.#isOver = true
  }

  /** Whether the function has used steps. */
  get hasSteps(): boolean {
    return this.#steps?.areUsed ?? false
  }

  /** Calls `suspend` when a step ends the attempt until later. */
  onSuspend(suspend: (delayMs: number) => void): void {
    this.#suspend = suspend
  }

  #use(): AttemptSteps {
    return (this.#steps ??= this.#createSteps((delayMs) => this.#suspend(delayMs)))
  }
}

/** What an attempt needs from its worker. */
export interface AttemptParts {
  readonly createSteps: CreateSteps
  readonly report: ReportProgress
}

/** Stores how many percent are done; `false` if the job is gone. */
type ReportProgress = (percent: number) => Promise<boolean>

/** The shortest time between two reports of one attempt. */
const REPORT_MS = 500

type CreateSteps = (suspend: (delayMs: number) => void) => AttemptSteps
