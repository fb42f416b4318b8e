import { TimeLimit } from '../../base/support/loop/time-limit.ts'

/**
 * A fair mutex: callers get it in the order in which they asked.
 *
 * When released, it goes straight to the next in line, so a caller that finds it free may use it at
 * once without overtaking anyone.
 */
export class Mutex {
  #isLocked = false
  readonly #waiting: Array<() => void> = []

  get isLocked(): boolean {
    return this.#isLocked
  }

  /** How many callers are in line. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** Resolves when the caller has acquired it; rejects with `timeout()` after the time limit. */
  acquire(limit?: AcquireLimit): Promise<void> {
    if (!this.#isLocked) {
      this.#isLocked = true
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => this.#enqueue(resolve, reject, limit))
  }

  /** Passes it to the next in line. */
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
