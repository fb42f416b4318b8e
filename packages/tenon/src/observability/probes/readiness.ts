import type { Reply } from '../../web/http/reply.ts'
import { toMs, type Duration } from '../../base/support/duration.ts'
import type { Log } from '../../base/log/log.ts'
import { ThrottledLog } from '../../base/log/throttled-log.ts'
import type { MaybePromise } from '../../base/support/maybe-promise.ts'
import { shareRun, toProbeReply, type Probe } from './probe.ts'

/** A check of a dependency that requests need. */
export interface ReadinessCheck {
  /** Returns if the dependency is available, otherwise throws. `signal` aborts at the time limit. */
  check(signal: AbortSignal): MaybePromise<unknown>
  /** How long the check may take before it counts as failed. Default: `1s`. */
  readonly timeout?: Duration
  /**
   * Whether requests can be served without it. A failure then reports `degraded` with status 200.
   * Default: `false`.
   */
  readonly optional?: boolean
}

/** Readiness checks. The key is the name in the report. */
export type ReadinessChecks = Readonly<Record<string, ReadinessCheck>>

/** The probe that runs the checks. Each reports a failure with another status text. */
type CheckedProbe = 'readiness' | 'health'

export interface CheckOptions {
  readonly probe: CheckedProbe
  readonly checks: ReadinessChecks
  readonly log: Log
  readonly isDraining: () => boolean
}

/**
 * Answers 200 if every check that is not optional succeeds, otherwise 503. Also answers 503 while the server drains.
 * Requests that arrive during the checks share their result.
 */
export function createCheckedProbe({ probe, checks, log, isDraining }: CheckOptions): Probe {
  const timed = Object.entries(checks).map(([name, check]) => {
    // Throttle the log: anybody may call the probe as often as they like.
    const failure = new ThrottledLog(log, 'warn')
    const tell = (error: unknown) => failure.write(`The ${probe} check "${name}" failed`, { error })
    return toTimedCheck(name, check, tell)
  })
  const outcomes = shareRun(() => Promise.all(timed.map(run)))
  const toAnswer = (all: readonly Outcome[]): Reply => toReply(all, failedStatus[probe])
  return () => (isDraining() ? toProbeReply(503, 'stopping') : outcomes().then(toAnswer))
}

const failedStatus: Readonly<Record<CheckedProbe, string>> = {
  readiness: 'unavailable',
  health: 'error',
}

interface Outcome {
  readonly name: string
  readonly isOk: boolean
  readonly isOptional: boolean
}

interface TimedCheck {
  readonly name: string
  readonly check: (signal: AbortSignal) => Promise<unknown>
  readonly timeoutMs: number
  readonly isOptional: boolean
  readonly tell: (error: unknown) => void
}

function toTimedCheck(
  name: string,
  readiness: ReadinessCheck,
  tell: (error: unknown) => void,
): TimedCheck {
  const { timeout = '1s', optional: isOptional = false } = readiness
  const timeoutMs = toMs(timeout, `timeout of the readiness check "${name}"`)
  return { name, check: async (signal) => readiness.check(signal), timeoutMs, isOptional, tell }
}

async function run(timed: TimedCheck): Promise<Outcome> {
  const { name, check, timeoutMs, isOptional, tell } = timed
  try {
    await withTimeout(check, timeoutMs)
    return { name, isOk: true, isOptional }
  } catch (error) {
    tell(error)
    return { name, isOk: false, isOptional }
  }
}

/** Stops waiting for a check at the time limit, even if the check ignores its signal. */
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

function toReply(outcomes: readonly Outcome[], failed: string): Reply {
  const checks = Object.fromEntries(
    outcomes.map(({ name, isOk }) => [name, isOk ? 'ok' : 'failed']),
  )
  const isReady = outcomes.every(({ isOk, isOptional }) => isOk || isOptional)
  if (!isReady) return toProbeReply(503, failed, { checks })
  return toProbeReply(200, outcomes.every(({ isOk }) => isOk) ? 'ok' : 'degraded', { checks })
}
