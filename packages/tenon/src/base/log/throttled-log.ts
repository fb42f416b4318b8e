import type { Log, LogFields } from './log.ts'

const periodMs = 60_000

/** Writes a line at most once a minute, and reports how many were suppressed in between. */
export class ThrottledLog {
  readonly #log: Log
  readonly #level: 'warn' | 'error'
  #nextAt = 0
  #leftOut = 0

  constructor(log: Log, level: 'warn' | 'error') {
    this.#log = log
    this.#level = level
  }

  /** Returns whether the line was written. */
  write(message: string, fields: LogFields): boolean {
    const now = performance.now()
    if (now < this.#nextAt) {
      this.#leftOut += 1
      return false
    }
    const written = this.#leftOut === 0 ? fields : { ...fields, leftOut: this.#leftOut }
    this.#log[this.#level](message, written)
    this.#nextAt = now + periodMs
    this.#leftOut = 0
    return true
  }
}
