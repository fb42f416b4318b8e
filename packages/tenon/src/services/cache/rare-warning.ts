import type { Log, LogFields } from '../../base/log/log.ts'

const periodMs = 60_000

/** Writes a warning at most once a minute, and reports how many were suppressed in between. */
export class RareWarning {
  readonly #log: Log
  #nextAt = 0
  #leftOut = 0

  constructor(log: Log) {
    this.#log = log
  }

  /** Returns whether the warning was written. */
  warn(message: string, fields: LogFields): boolean {
    const now = performance.now()
    if (now < this.#nextAt) {
      this.#leftOut += 1
      return false
    }
    this.#log.warn(message, this.#leftOut === 0 ? fields : { ...fields, leftOut: this.#leftOut })
    this.#nextAt = now + periodMs
    this.#leftOut = 0
    return true
  }
}
