import { performance } from 'node:perf_hooks'
import type { HttpRequest } from '../http/request.ts'
import type { Log } from '../log/log.ts'

const tickMs = 100
const blockedMs = 500

/**
 * Watches for a blocked event loop. A timer that comes late tells that it was blocked; the first
 * request that was answered since its last tick tells by whom.
 */
export class LoopMonitor {
  readonly #log: Log
  readonly #timer: NodeJS.Timeout
  #tickedAt = performance.now()
  #suspect: string | undefined

  constructor(log: Log) {
    this.#log = log
    this.#timer = setInterval(() => this.#tick(), tickMs).unref()
  }

  /** Tells whether, at `now`, the timer is so late that what just ran may have blocked the loop. */
  isLate(now: number): boolean {
    return now - this.#tickedAt > blockedMs
  }

  /** Notes a request that was answered while the timer is late; the first one counts. */
  suspect(request: HttpRequest): void {
    this.#suspect ??= `${request.method} ${request.route?.path ?? request.path()}`
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #tick(): void {
    const now = performance.now()
    const ms = Math.round(now - this.#tickedAt - tickMs)
    if (ms > blockedMs) {
      this.#log.warn(`The event loop was blocked for ${ms} ms`, { route: this.#suspect, ms })
    }
    this.#tickedAt = now
    this.#suspect = undefined
  }
}
