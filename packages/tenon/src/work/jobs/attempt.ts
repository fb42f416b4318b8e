import { inLanguage } from '../../base/language/language-context.ts'
import { actors } from '../../base/log/actors.ts'
import { hiddenValues } from '../../base/log/hidden-values.ts'
import type { LogFields } from '../../base/log/log.ts'
import type { Database } from '../../data/database/database.ts'
import { isPromise, whenReady, type MaybePromise } from '../../base/support/maybe-promise.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import type { Cancellation } from '../lease/cancellation.ts'
import { LeaseLost } from '../lease/lease-lost.ts'
import { AttemptRun } from './attempt-run.ts'
import type { AnyJobSettings } from './job-definition.ts'
import { readInput } from './job-input.ts'
import { PermanentFailure } from './permanent-failure.ts'
import { createSteps } from './steps/job-steps.ts'
import type { StepStore } from './store/step-store.ts'
import type { ClaimedJob, JobStore, KeptRun } from './store/job-store.ts'

/** Runs a job's function, for example in a span. The log line about the attempt gets the fields of that span. */
export type FollowJob = (
  run: FollowedJob,
  work: (span?: LogFields) => Promise<unknown>,
) => Promise<unknown>

/** One attempt, as tracing sees it. */
export interface FollowedJob {
  readonly job: string
  readonly id: number
  readonly attempt: number
  readonly queue: string
  /** The `traceparent` of the span that dispatched the job. */
  readonly trace: string | null
}

/** What every attempt of a worker uses. */
export interface AttemptContext {
  readonly worker: string
  readonly database: Database
  readonly store: JobStore
  readonly steps: StepStore
  readonly follow: FollowJob | undefined
}

/** Why an attempt failed. */
export interface AttemptFailure {
  readonly error: unknown
  /** Milliseconds until the next attempt; `undefined` if the job has failed for good. */
  readonly retryInMs: number | undefined
}

export interface Attempt {
  readonly settings: AnyJobSettings
  readonly claim: ClaimedJob
  readonly cancellation: Cancellation
  /** Called with the log fields of the attempt's span. */
  readonly onSpan: (span: LogFields | undefined) => void
}

/** The end of a successful attempt. `result` is JSON if the job is kept. */
export interface DoneEnd {
  readonly kind: 'done'
  readonly hasSteps: boolean
  readonly result: string | null
}

/** How an attempt ended: `done`, `failed`, or `suspended` until later. */
export type AttemptEnd =
  | DoneEnd
  | ({ readonly kind: 'failed' } & AttemptFailure)
  | { readonly kind: 'suspended'; readonly delayMs: number }

/**
 * Checks the input and calls the job's function. Never throws or rejects. Returns a plain value, not a promise, if the
 * schema and the function are synchronous.
 */
export function runAttempt(context: AttemptContext, attempt: Attempt): MaybePromise<AttemptEnd> {
  try {
    const { language, actor } = attempt.claim
    const work = () =>
      hiddenValues.run(() =>
        actors.resume(actor, () => inLanguage(language, () => workOn(context, attempt))),
      )
    const end = context.follow === undefined ? work() : runFollowed(context.follow, attempt, work)
    return isPromise(end) ? end.catch((error: unknown) => toFailed(attempt, error)) : end
  } catch (error) {
    return toFailed(attempt, error)
  }
}

async function runFollowed(
  follow: FollowJob,
  { claim, onSpan }: Attempt,
  work: () => MaybePromise<AttemptEnd>,
): Promise<AttemptEnd> {
  const { name: job, id, attempt, queue, trace } = claim
  let end: AttemptEnd = DONE
  await follow({ job, id, attempt, queue, trace }, async (span) => {
    onSpan(span)
    end = await work()
  })
  return end
}

function workOn(context: AttemptContext, attempt: Attempt): MaybePromise<AttemptEnd> {
  const input = readInput(attempt.settings, attempt.claim.input)
  return whenReady(input, (checked) => call(context, attempt, checked))
}

function call(context: AttemptContext, attempt: Attempt, input: unknown): MaybePromise<AttemptEnd> {
  const { settings, claim, cancellation } = attempt
  const { worker, store } = context
  const run: AttemptRun = new AttemptRun(claim, cancellation, {
    createSteps: (suspend) =>
      createSteps({
        job: claim.name,
        claim,
        isTransactional: settings.isTransactional,
        worker,
        store: context.steps,
        suspend,
        isOver: () => run.isOver,
      }),
    report: (percent) => store.progress(worker, claim, percent),
  })
  // Sound: the schema of the same settings has returned the input.
  const start = () => settings.run(input as never, run)
  const work = settings.isTransactional ? inTransaction(context, attempt, { run, start }) : start()
  return isPromise(work) ? untilEnded(attempt, run, work) : toDone(attempt, run, work)
}

/** Runs the function and ends the job in one transaction, which rolls back if this worker has lost the job. */
function inTransaction(
  { database, store, worker }: AttemptContext,
  { settings, claim }: Attempt,
  { run, start }: { readonly run: AttemptRun; readonly start: () => unknown },
): Promise<void> {
  return database.transaction(async () => {
    const startedAt = performance.now()
    const output = await start()
    if (run.isOver) throw new LeaseLost()
    if (settings.keepMs > 0) {
      const result = toResultText(output)
      const durationMs = performance.now() - startedAt
      await store.keep(worker, [toKept(settings, claim, { result, durationMs })])
    }
    const held = await store.complete(worker, [claim])
    if (!held.has(claim.id)) throw new LeaseLost()
  })
}

/** Waits until the function has ended, a step has suspended it, or its time is up. */
async function untilEnded(
  attempt: Attempt,
  run: AttemptRun,
  work: Promise<unknown>,
): Promise<AttemptEnd> {
  const { promise: end, resolve, reject } = Promise.withResolvers<AttemptEnd>()
  run.onSuspend((delayMs) => resolve({ kind: 'suspended', delayMs }))
  const timer = startTimer(attempt, (error) => {
    run.end()
    reject(error)
  })
  work.then((result) => resolve(toDone(attempt, run, result)), reject)
  try {
    return await end
  } finally {
    clearTimeout(timer)
  }
}

const DONE: DoneEnd = { kind: 'done', hasSteps: false, result: null }

function toDone({ settings }: Attempt, run: AttemptRun, result: unknown): DoneEnd {
  const isKept = settings.keepMs > 0 && !settings.isTransactional
  if (!isKept && !run.hasSteps) return DONE
  return { kind: 'done', hasSteps: run.hasSteps, result: isKept ? toResultText(result) : null }
}

/** Describes a finished run whose job is kept, with the time that the job declares. */
export function toKept(
  { keepMs: kept }: AnyJobSettings,
  { id, attempt }: ClaimedJob,
  { result, durationMs }: Pick<KeptRun, 'result'> & { readonly durationMs: number },
): KeptRun {
  return { id, attempt, result, kept, duration: Math.round(durationMs) }
}

/** The JSON of a result; `null` if there is no result, JSON cannot express it, or it is too long. */
function toResultText(result: unknown): string | null {
  try {
    const text: unknown = JSON.stringify(result)
    return typeof text === 'string' && text.length <= LONGEST_RESULT ? text : null
  } catch {
    return null // The result is circular or contains a bigint. The job is done all the same.
  }
}

const LONGEST_RESULT = 100_000

function toFailed({ settings, claim }: Attempt, error: unknown): AttemptEnd {
  return { kind: 'failed', error, retryInMs: toDelay(settings, claim, error) }
}

/** Ends the attempt when its time is up. */
function startTimer(
  { settings: { timeoutMs }, cancellation }: Attempt,
  onTimeout: (error: Error) => void,
): NodeJS.Timeout | undefined {
  if (timeoutMs === undefined || timeoutMs > LONGEST_TIMER_MS) return undefined
  return setTimeout(() => {
    const error = new Error(`The job took longer than its timeout of ${timeoutMs / 1000} s`)
    cancellation.abort(error)
    onTimeout(error)
  }, timeoutMs).unref()
}

/** Node's timers cannot run longer. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** The delay doubles with each attempt and varies by ±25 %, so that retries spread out. */
function toDelay(settings: AnyJobSettings, claim: ClaimedJob, error: unknown): number | undefined {
  const { attempt } = claim
  const attempts = mostAttempts(settings, claim)
  const isHopeless = error instanceof PermanentFailure || isOutdated(error)
  if (isHopeless || attempt >= attempts) return undefined
  // If a job has slept, its limit was raised. Do not count the attempts before that.
  const tried = Math.max(attempt - (attempts - settings.attempts), 1)
  const ms = Math.min(settings.backoffMs * 2 ** (tried - 1), settings.maxBackoffMs)
  return Math.round(ms * (0.75 + Math.random() / 2))
}

/**
 * The maximum number of attempts. Before the first attempt of a job nothing has raised it, unless the job has slept,
 * failed, and was retried.
 */
export function mostAttempts(settings: AnyJobSettings, { attempt, attempts }: ClaimedJob): number {
  return attempt === 1 ? settings.attempts : attempts
}

/** Whether the stored job does not fit the code. */
function isOutdated(error: unknown): boolean {
  return (
    error instanceof SetupError && (error.code === 'E_JOB_INPUT' || error.code === 'E_JOB_STEP')
  )
}
