import { performance } from 'node:perf_hooks'
import type { Duplex } from 'node:stream'
import type { ServerExchange } from './engine/server-exchange.ts'

const longestTickMs = 1000

/**
 * Tracks exchanges that wait for their handler or stream their response, with one timer for all
 * deadlines. An exchange answered synchronously is never added.
 *
 * An unordered array: each exchange knows its index, and removing one moves the last into its
 * place. A `Set` would cost about 0.5 µs more per request.
 */
export class PendingExchanges {
  readonly #exchanges: ServerExchange[] = []
  readonly #timer: NodeJS.Timeout

  /** Calls `onLate` once for each exchange whose handler takes longer than `limitMs`. */
  constructor(limitMs: number, onLate: (exchange: ServerExchange) => void) {
    const tickMs = Math.min(longestTickMs, limitMs)
    this.#timer = setInterval(() => this.#tick(limitMs, onLate), tickMs).unref()
  }

  get count(): number {
    return this.#exchanges.length
  }

  add(exchange: ServerExchange): void {
    exchange.pendingAt = this.#exchanges.push(exchange) - 1
  }

  delete(exchange: ServerExchange): void {
    const index = exchange.pendingAt
    if (index === -1) return
    exchange.pendingAt = -1

    const last = this.#exchanges.pop()
    if (last === undefined || last === exchange) return
    this.#exchanges[index] = last
    last.pendingAt = index
  }

  /** Finds an exchange on this connection whose request has arrived completely. */
  find(socket: Duplex): ServerExchange | undefined {
    return this.#exchanges.find(
      (exchange) => exchange.isOn(socket) && exchange.unreadBytes === 0 && !exchange.isReading,
    )
  }

  /** Whether there is an exchange on this connection. */
  has(socket: Duplex): boolean {
    return this.#exchanges.some((exchange) => exchange.isOn(socket))
  }

  /** Whether a streamed response has started on this connection. */
  isWritingTo(socket: Duplex): boolean {
    return this.#exchanges.some((exchange) => exchange.isOn(socket) && exchange.hasStarted)
  }

  /** Tells all exchanges that their responses are no longer awaited. */
  abortAll(reason: DOMException): void {
    for (const exchange of this.#exchanges.slice()) exchange.abort(reason)
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #tick(limitMs: number, onLate: (exchange: ServerExchange) => void): void {
    const due = performance.now() - limitMs
    const late = this.#exchanges.filter(
      ({ isAnswered, isReading, startedAt }) => !isAnswered && !isReading && startedAt <= due,
    )
    for (const exchange of late) {
      this.delete(exchange)
      onLate(exchange)
    }
  }
}
