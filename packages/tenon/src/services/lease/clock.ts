import { setTimeout as delay } from 'node:timers/promises'

/** A clock for tests, in place of the database's. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number
  /** Replaces the process's timers, for tests of `work`. */
  sleep?: Sleep
}

/** Resolves after `ms` milliseconds, or as soon as the signal is aborted; never rejects. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>

/** Waits on the process's timers, which no change of the wall clock disturbs. */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(ignoreAbort)
}

/** How long to wait before the next try: doubles from 200 ms to 5 s, ±25 % so that replicas spread. */
export function backOffMs(failures: number): number {
  const ms = Math.min(200 * 2 ** (failures - 1), 5000)
  return Math.round(ms * (0.75 + Math.random() / 2))
}

function ignoreAbort(): void {
  // A timer is only ever rejected by its signal, and the caller looks at that signal itself.
}
