import { ServiceUnavailable } from '../../base/support/http-error.ts'

/** How much work a queue does at once, and how much may wait. */
export interface WorkLimits {
  readonly atOnce: number
  readonly waiting: number
}

/** Runs expensive work, a little at a time and in order, so that it leaves resources for the rest. */
export class WorkQueue {
  readonly #limits: WorkLimits
  readonly #waiting: Array<() => void> = []
  #running = 0

  constructor(limits: WorkLimits) {
    this.#limits = limits
  }

  /** Runs `work` when it is its turn. Throws `ServiceUnavailable` if too much is waiting already. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running >= this.#limits.atOnce) await this.#turn()
    else this.#running += 1
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      // The one that waited longest takes over the place.
      if (next === undefined) this.#running -= 1
      else next()
    }
  }

  #turn(): Promise<void> {
    if (this.#waiting.length >= this.#limits.waiting) throw new ServiceUnavailable()
    return new Promise((resolve) => this.#waiting.push(resolve))
  }
}
