/** Reports that something unknown may have changed. */
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

  /** Reports at most once a second, however often another process commits. The last commit is always reported. */
  atTimes(): void {
    const waitMs = this.#lastAt + LEAST_MS - performance.now()
    if (waitMs <= 0) return this.now()
    if (this.#isDue) return
    this.#isDue = true
    setTimeout(() => this.now(), waitMs).unref()
  }
}

/** The shortest time between two reports, in milliseconds. */
const LEAST_MS = 1000
