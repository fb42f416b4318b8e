import { performance } from 'node:perf_hooks'
import type { HttpRequest } from '../http/request.ts'
import type { Log } from '../../base/log/log.ts'
import { toLoggedPath } from '../../base/log/logged-path.ts'

const tickMs = 100
const blockedMs = 500

/**
 * Detects a blocked event loop. A late timer shows that it was blocked; the first request answered
 * since the timer's last tick is reported as the suspect.
 */
export class LoopMonitor {
  readonly #log: Log
  #timer: NodeJS.Timeout | undefined
  #tickedAt = performance.now()
  #suspect: string | undefined

  constructor(log: Log) {
    this.#log = log
  }

  /** Starts watching; a blocked loop during startup delays no requests. */
  start(): void {
    this.#tickedAt = performance.now()
    this.#timer ??= setInterval(() => this.#tick(), tickMs).unref()
  }

  /** Checks whether the timer is so late that the code that just ran may have blocked the loop. */
  isLate(now: number): boolean {
    return now - this.#tickedAt > blockedMs
  }

  /** Records a request answered while the timer is late; only the first one counts. */
  suspect(request: HttpRequest): void {
    this.#suspect ??= `${request.method} ${request.route?.path ?? toLoggedPath(request.path())}`
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
