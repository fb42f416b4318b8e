/**
 * Measures how long the event loop was blocked while this process waited for another one. It judges time limits that
 * a library keeps: if one passes while this process is busy, the answer may have arrived unread.
 */
export class LoopWatch implements Disposable {
  readonly #startedAt = performance.now()
  readonly #timer = setInterval(() => this.#tick(), TICK_MS).unref()
  #tickedAt = this.#startedAt
  #blockedMs = 0

  /** How long the loop was blocked, if that was most of the time; otherwise 0. */
  get busyMs(): number {
    this.#tick()
    const isBusy = this.#blockedMs > (this.#tickedAt - this.#startedAt) / 2
    return isBusy ? Math.round(this.#blockedMs) : 0
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
  }

  #tick(): void {
    const now = performance.now()
    this.#blockedMs += Math.max(0, now - this.#tickedAt - TICK_MS)
    this.#tickedAt = now
  }
}

const TICK_MS = 50
