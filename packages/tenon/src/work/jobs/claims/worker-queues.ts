import { Chore } from '../../lease/chore.ts'
import type { JobStore } from '../store/job-store.ts'

/** The options of `WorkerQueues`. */
export interface WorkerQueuesParts {
  /** The only queues that the worker uses. Default: any. */
  readonly only: readonly string[] | undefined
  /** Queues to ask in each pass, whether or not they have jobs. */
  readonly known: readonly string[]
  /** The jobs whose code the worker has. */
  readonly names: readonly string[]
  readonly store: JobStore
  /** The time between two searches for other queues. */
  readonly pauseMs: number
}

/**
 * The queues that a worker takes jobs from. A job may be dispatched to a queue that no code declares, so a worker
 * without a list of queues searches from time to time for queues with jobs.
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

  /** Makes the next search due now. */
  ask(): void {
    this.#looking.ask()
  }

  /** Searches for queues with jobs, if a search is due. Throws database errors. */
  tend(): Promise<void> {
    return this.#looking.tend()
  }
}
