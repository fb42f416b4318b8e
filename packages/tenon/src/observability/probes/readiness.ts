import type { Reply } from '../http/reply.ts'
import type { Log } from '../log/log.ts'
import type { MaybePromise } from '../support/maybe-promise.ts'
import { shareRun, toProbeReply, type Probe } from './probe.ts'

/** Something that requests need, and that may be away. */
export interface ReadinessCheck {
  /** Returns when it is there; throws when it is not. `signal` is aborted at the time limit. */
  check(signal: AbortSignal): MaybePromise<unknown>
  /** How long it may take before it counts as failed, in milliseconds. Default 1,000. */
  readonly timeoutMs?: number
  /** Whether requests are answered without it: it is then told as degraded, with 200. Default `false`. */
  readonly isOptional?: boolean
}

/** Checks by the names under which their outcomes are told. */
export type ReadinessChecks = Readonly<Record<string, ReadinessCheck>>

export interface ReadinessOptions {
  readonly checks: ReadinessChecks
  readonly log: Log
  readonly isDraining: () => boolean
}

/**
 * Answers `/_app/ready`: 200 when every check that is not optional succeeds, else 503, and 503 while
 * the server drains. Whoever asks while the checks run gets the outcome of those.
 */
export function createReadiness({ checks, log, isDraining }: ReadinessOptions): Probe {
  const outcomes = shareRun(() => runAll(checks, log))
  return () => (isDraining() ? toProbeReply(503, 'stopping') : outcomes().then(toReply))
}

interface Outcome {
  readonly name: string
  readonly isOk: boolean
  readonly isOptional: boolean
}

function runAll(checks: ReadinessChecks, log: Log): Promise<Outcome[]> {
  return Promise.all(Object.entries(checks).map(([name, check]) => run(name, check, log)))
}

async function run(name: string, readiness: ReadinessCheck, log: Log): Promise<Outcome> {
  const { timeoutMs = 1000, isOptional = false } = readiness
  try {
    await withTimeout(async (signal) => readiness.check(signal), timeoutMs)
    return { name, isOk: true, isOptional }
  } catch (error) {
    log.warn(`The readiness check "${name}" failed`, { error })
    return { name, isOk: false, isOptional }
  }
}

/** A check that does not heed its signal is left behind, not waited for. */
async function withTimeout(
  check: (signal: AbortSignal) => Promise<unknown>,
  timeoutMs: number,
): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMs)
  const late = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error(`It took longer than ${timeoutMs} ms`)))
  })
  await Promise.race([check(signal), late])
}

function toReply(outcomes: readonly Outcome[]): Reply {
  const checks = Object.fromEntries(
    outcomes.map(({ name, isOk }) => [name, isOk ? 'ok' : 'failed']),
  )
  const isReady = outcomes.every(({ isOk, isOptional }) => isOk || isOptional)
  if (!isReady) return toProbeReply(503, 'unavailable', { checks })
  return toProbeReply(200, outcomes.every(({ isOk }) => isOk) ? 'ok' : 'degraded', { checks })
}
