/**
 * A lock that is handed on in the order of asking.
 *
 * A released turn goes straight to the next in line, so that whoever finds the lock free
 * may use it at once without overtaking anybody.
 */
export class Turns {
  #isTaken = false
  readonly #waiting: Array<() => void> = []

  get isTaken(): boolean {
    return this.#isTaken
  }

  /** How many stand in line. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** Resolves when it is the caller's turn; rejects with `timeout()` after the time limit. */
  take(limit?: TurnLimit): Promise<void> {
    if (!this.#isTaken) {
      this.#isTaken = true
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => this.#enqueue(resolve, reject, limit))
  }

  /** Ends the turn of whoever has it. */
  release(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#isTaken = false
    else next()
  }

  #enqueue(resolve: () => void, reject: (reason: Error) => void, limit: TurnLimit | undefined) {
    const timer = limit && setTimeout(() => giveUp(limit), limit.timeoutMs)
    const proceed = () => {
      clearTimeout(timer)
      resolve()
    }
    const giveUp = ({ timeout }: TurnLimit) => {
      this.#waiting.splice(this.#waiting.indexOf(proceed), 1)
      reject(timeout())
    }
    this.#waiting.push(proceed)
  }
}

/** How long to wait for a turn, and the error when it does not come. */
export interface TurnLimit {
  readonly timeoutMs: number
  readonly timeout: () => Error
}
