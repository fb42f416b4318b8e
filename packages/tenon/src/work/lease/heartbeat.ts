import type { Sleep } from './clock.ts'

/** The options of a heartbeat. */
export interface HeartbeatOptions {
  readonly intervalMs: number
  readonly sleep: Sleep
  /** Must not reject. */
  readonly renew: () => Promise<void>
}

/** Renews leases at an interval while there is something to hold. */
export class Heartbeat {
  readonly #options: HeartbeatOptions
  #beating: AbortController | undefined

  constructor(options: HeartbeatOptions) {
    this.#options = options
  }

  start(): void {
    if (this.#beating !== undefined) return
    this.#beating = new AbortController()
    void this.#beat(this.#beating.signal)
  }

  stop(): void {
    this.#beating?.abort()
    this.#beating = undefined
  }

  async #beat(signal: AbortSignal): Promise<void> {
    const { sleep, intervalMs, renew } = this.#options
    while (!signal.aborted) {
      await sleep(intervalMs, signal)
      if (!signal.aborted) await renew()
    }
  }
}
