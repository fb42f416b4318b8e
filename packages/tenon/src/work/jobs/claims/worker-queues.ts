import { Chore } from '../../lease/chore.ts'
import type { JobStore } from '../store/job-store.ts'

/** What the queues of a worker are made from. */
export interface WorkerQueuesParts {
  /** The only queues that it works on. Default: any. */
  readonly only: readonly string[] | undefined
  /** Those that it asks in each pass, whether or not they have jobs. */
  readonly known: readonly string[]
  /** The jobs whose code it has. */
  readonly names: readonly string[]
  readonly store: JobStore
  /** The time between two looks for other queues. */
  readonly pauseMs: number
}

/**
 * The queues that a worker takes jobs from. A job may be dispatched into a queue that nothing declares, so a worker
 * that was not given its queues looks from time to time which of them have jobs.
 */
export class WorkerQueues {
  readonly #looking: Chore
  #names: readonly string[]

  constructor({ only, known, names, store, pauseMs }: WorkerQueuesParts) {
    this.#names = only ?? known
    this.#looking = new Chore(pauseMs, async () => {
      if (only !== undefined) return
      this.#names = [...new Set([...known, ...(await store.findQueues(names))])]
    })
  }

  get names(): readonly string[] {
    return this.#names
  }

  /** Makes the next look due now. */
  ask(): void {
    this.#looking.ask()
  }

  /** Looks for queues with jobs, if that is due. Throws database errors. */
  tend(): Promise<void> {
    return this.#looking.tend()
  }
}
