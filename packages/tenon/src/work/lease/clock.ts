/** A clock for tests, replacing the database's clock. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number
  /** Replaces the timers of the process, for tests of `work`. */
  sleep?: Sleep
}

/** Resolves after `ms` milliseconds or as soon as the signal is aborted; never rejects. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>

/**
 * Waits with a timer of the process, which is not affected by changes of the wall clock.
 *
 * Does not use the timer promise of Node: that rejects on abort, and an error with its stack costs 50 µs.
 */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end)
  })
}

/** The delay before the next try: doubles from 200 ms to 5 s, varies by ±25 % so that replicas spread out. */
export function backOffMs(failures: number): number {
  const ms = Math.min(200 * 2 ** (failures - 1), 5000)
  return Math.round(ms * (0.75 + Math.random() / 2))
}
