import { TimeLimit } from '../../../../base/support/loop/time-limit.ts'

/** How long a statement may run, and what to call then. */
export interface StatementLimit {
  /** 0 disables the limit. */
  readonly timeoutMs: number
  /** Called shortly before the time limit, while there is still time to cancel the statement. */
  readonly onLate: () => void
  /** Called after the time limit. `busyMs` is how long this process was busy; 0 if the server was silent. */
  readonly onTimeout: (busyMs: number) => void
}

/**
 * Measures how long a connection has been running its current statement: the first one that was sent and
 * is not answered yet.
 *
 * There is one timer per connection, and it is not reset for each statement: when it fires, it checks how
 * long the current statement has been running.
 */
export class StatementClock {
  readonly #limit: StatementLimit
  #pending = 0
  #startedAt = 0
  #isLate = false
  #timer: TimeLimit | undefined

  constructor(limit: StatementLimit) {
    this.#limit = limit
  }

  /** How many statements have been sent but not answered. */
  get pending(): number {
    return this.#pending
  }

  /** How long the current statement has been running; 0 if there is none. */
  get runningMs(): number {
    return this.#pending === 0 ? 0 : performance.now() - this.#startedAt
  }

  sent(): void {
    if (this.#pending === 0) this.#startedAt = performance.now()
    this.#pending++
    if (this.#timer === undefined && this.#limit.timeoutMs > 0) this.#lookIn(this.#lateMs)
  }

  answered(): void {
    this.#pending--
    this.#isLate = false
    this.#startedAt = performance.now()
  }

  get #lateMs(): number {
    return this.#limit.timeoutMs * LATE
  }

  #lookIn(delayMs: number): void {
    this.#timer = new TimeLimit(delayMs, (busyMs) => this.#look(busyMs)).unref()
  }

  #look(busyMs: number): void {
    this.#timer = undefined
    if (this.#pending === 0) return
    if (this.#isLate) return this.#limit.onTimeout(busyMs)

    const leftMs = this.#lateMs - this.runningMs
    if (leftMs > 0) return this.#lookIn(leftMs)
    this.#isLate = true
    this.#limit.onLate()
    this.#lookIn(this.#limit.timeoutMs - this.#lateMs)
  }
}

/** The server has its own limit, at 0.9 of the time: see `timeLimits` in `postgres-config.ts`. */
const LATE = 0.95
