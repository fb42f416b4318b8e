/** Tells that something may have changed of which nobody knows more. */
export class Remarks {
  readonly #tell: () => void
  #lastAt = -Infinity
  #isDue = false

  constructor(tell: () => void) {
    this.#tell = tell
  }

  now(): void {
    this.#isDue = false
    this.#lastAt = performance.now()
    this.#tell()
  }

  /** At most once a second, however often another process commits; the last of them counts. */
  atTimes(): void {
    const waitMs = this.#lastAt + LEAST_MS - performance.now()
    if (waitMs <= 0) return this.now()
    if (this.#isDue) return
    this.#isDue = true
    setTimeout(() => this.now(), waitMs).unref()
  }
}

/** The least time between two of them. */
const LEAST_MS = 1000
