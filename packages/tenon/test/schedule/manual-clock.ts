import type { Clock } from '../../src/work/lease/clock.ts'

/** A clock that only moves when a test moves it. */
export class ManualClock implements Clock {
  #now: number
  readonly #sleepers = new Set<{ readonly until: number; readonly wake: () => void }>()

  constructor(now: string) {
    this.#now = Date.parse(now)
  }

  now(): number {
    return this.#now
  }

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const sleeper = { until: this.#now + ms, wake: resolve }
    this.#sleepers.add(sleeper)
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve())
    return promise.finally(() => this.#sleepers.delete(sleeper))
  }

  /** Moves without waking sleepers, as if every sleeping process were frozen. */
  set(instant: string): void {
    this.#now = Date.parse(instant)
  }

  /** Moves from sleeper to sleeper until the given time, letting each one work. */
  async moveTo(instant: string): Promise<void> {
    const end = Date.parse(instant)
    await settle()
    for (let next = this.#nextWake(); next <= end; next = this.#nextWake()) {
      this.#now = Math.max(this.#now, next)
      for (const { until, wake } of this.#sleepers) if (until <= this.#now) wake()
      await settle()
    }
    this.#now = end
  }

  #nextWake(): number {
    return Math.min(...[...this.#sleepers].map(({ until }) => until))
  }
}

/** Runs everything that is ready, and whatever becomes ready through it. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
}
