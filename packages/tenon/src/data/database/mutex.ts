import { TimeLimit } from '../../base/support/loop/time-limit.ts'

/**
 * A fair mutex: callers acquire it in the order in which they asked.
 *
 * `release` passes it directly to the next waiting caller. So a caller that finds it free overtakes
 * nobody by using it at once.
 */
export class Mutex {
  #isLocked = false
  readonly #waiting: Array<() => void> = []

  get isLocked(): boolean {
    return this.#isLocked
  }

  /** How many callers wait. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** Resolves when the caller has acquired the mutex; rejects with `timeout()` after the time limit. */
  acquire(limit?: AcquireLimit): Promise<void> {
    if (!this.#isLocked) {
      this.#isLocked = true
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => this.#enqueue(resolve, reject, limit))
  }

  /** Passes the mutex to the caller that has waited longest. */
  release(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#isLocked = false
    else next()
  }

  #enqueue(resolve: () => void, reject: (reason: Error) => void, limit: AcquireLimit | undefined) {
    const time = limit && new TimeLimit(limit.timeoutMs, () => giveUp(limit))
    const proceed = () => {
      time?.stop()
      resolve()
    }
    const giveUp = ({ timeout }: AcquireLimit) => {
      this.#waiting.splice(this.#waiting.indexOf(proceed), 1)
      reject(timeout())
    }
    this.#waiting.push(proceed)
  }
}

/** How long to wait for a mutex, and the error if it is not acquired in time. */
export interface AcquireLimit {
  readonly timeoutMs: number
  readonly timeout: () => Error
}
