import type { Cancellation } from './cancellation.ts'
import type { JobRun } from './job-definition.ts'
import type { AttemptSteps, JobSteps } from './steps/job-steps.ts'
import type { ClaimedJob } from './store/job-store.ts'

/**
 * The second argument of a job's function, for one attempt. Its steps are set up when the first one
 * is used, because most jobs have none.
 */
export class AttemptRun implements JobRun {
  readonly job: string
  readonly id: number
  readonly attempt: number
  readonly #cancellation: Cancellation
  readonly #createSteps: CreateSteps
  #steps: AttemptSteps | undefined
  #suspend: (delayMs: number) => void = () => {}

  constructor(claim: ClaimedJob, cancellation: Cancellation, createSteps: CreateSteps) {
    this.job = claim.name
    this.id = claim.id
    this.attempt = claim.attempt
    this.#cancellation = cancellation
    this.#createSteps = createSteps
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

  /** Whether it has used steps. */
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

type CreateSteps = (suspend: (delayMs: number) => void) => AttemptSteps
