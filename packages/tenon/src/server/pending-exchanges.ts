import { performance } from 'node:perf_hooks'
import type { Duplex } from 'node:stream'
import type { NodeExchange } from './node-exchange.ts'

const longestTickMs = 1000

/**
 * The exchanges that take a while: whose handler has not answered yet, or whose answer is a stream.
 * One clock for all deadlines. What is answered at once is never in here.
 */
export class PendingExchanges {
  readonly #exchanges = new Set<NodeExchange>()
  readonly #timer: NodeJS.Timeout

  /** `onLate` is called once for each exchange that waits longer than `limitMs` for its handler. */
  constructor(limitMs: number, onLate: (exchange: NodeExchange) => void) {
    const tickMs = Math.min(longestTickMs, limitMs)
    this.#timer = setInterval(() => this.#tick(limitMs, onLate), tickMs).unref()
  }

  add(exchange: NodeExchange): void {
    this.#exchanges.add(exchange)
  }

  delete(exchange: NodeExchange): void {
    this.#exchanges.delete(exchange)
  }

  isWritingTo(socket: Duplex): boolean {
    for (const { request, response } of this.#exchanges) {
      if (request.socket === socket && response.headersSent) return true
    }
    return false
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #tick(limitMs: number, onLate: (exchange: NodeExchange) => void): void {
    const due = performance.now() - limitMs
    for (const exchange of this.#exchanges) {
      if (exchange.isAnswered || exchange.isReading || exchange.startedAt > due) continue
      this.#exchanges.delete(exchange)
      onLate(exchange)
    }
  }
}
