import { TimeLimit } from '../../../base/support/loop/time-limit.ts'

interface Waiting<Value> {
  readonly since: number
  readonly resolve: (value: Value) => void
  readonly reject: (reason: Error) => void
}

/** How long to wait, and the error after that time. */
export interface WaitLimit {
  readonly timeoutMs: number
  /** Creates the error. `busyMs` is how long this process was busy; 0 if it was not. */
  readonly timeout: (busyMs: number) => Error
}

/**
 * Callers that wait for something. They are served in the order in which they came, and no caller waits
 * longer than the limit.
 *
 * One timer is enough: all callers have the same limit, so the one that came first times out first.
 */
export class WaitQueue<Value> {
  readonly #limit: WaitLimit
  readonly #waiting: Waiting<Value>[] = []
  #timer: TimeLimit | undefined

  constructor(limit: WaitLimit) {
    this.#limit = limit
  }

  get length(): number {
    return this.#waiting.length
  }

  /** When the first caller started to wait, as `performance.now()`; infinity if nobody waits. */
  get since(): number {
    return this.#waiting[0]?.since ?? Infinity
  }

  wait(): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ since: performance.now(), resolve, reject })
      if (this.#timer === undefined) this.#lookIn(this.#limit.timeoutMs)
    })
  }

  serve(value: Value): void {
    this.#waiting.shift()?.resolve(value)
  }

  fail(error: Error): void {
    this.#waiting.shift()?.reject(error)
  }

  failAll(error: Error): void {
    while (this.length > 0) this.fail(error)
  }

  #lookIn(delayMs: number): void {
    this.#timer = new TimeLimit(delayMs, (busyMs) => this.#look(busyMs)).unref()
  }

  #look(busyMs: number): void {
    this.#timer = undefined
    const now = performance.now()
    while (this.since + this.#limit.timeoutMs <= now) this.fail(this.#limit.timeout(busyMs))
    if (this.length > 0) this.#lookIn(this.since + this.#limit.timeoutMs - now)
  }
}
