import { withDatabase } from '../../data/database/current-database.ts'
import type { Database } from '../../data/database/database.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import type { Cancellation } from './cancellation.ts'
import type { AnyJobSettings, JobRun } from './job-definition.ts'
import { readInput } from './job-input.ts'
import { LostJob } from './lost-job.ts'
import { PermanentFailure } from './permanent-failure.ts'
import { createSteps, type JobSteps } from './steps/job-steps.ts'
import type { StepStore } from './steps/step-store.ts'
import type { ClaimedJob, JobStore } from './store/job-store.ts'

/** Runs a job's function, for example in a span. */
export type FollowJob = (run: FollowedJob, work: () => Promise<unknown>) => Promise<unknown>

/** One attempt, as it is traced. */
export interface FollowedJob {
  readonly job: string
  readonly id: number
  readonly attempt: number
  readonly queue: string
  /** The `traceparent` of the span that dispatched it. */
  readonly trace: string | null
}

/** What attempts run with. */
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
  /** Until the next attempt; `undefined` if the job has failed for good. */
  readonly retryInMs: number | undefined
}

/** One attempt at a job. */
export interface Attempt {
  readonly settings: AnyJobSettings
  readonly claim: ClaimedJob
  readonly cancellation: Cancellation
}

/** How an attempt ended: `done`, `failed`, or `suspended` until later. */
export type AttemptEnd =
  | { readonly kind: 'done'; readonly hasSteps: boolean }
  | ({ readonly kind: 'failed' } & AttemptFailure)
  | { readonly kind: 'suspended'; readonly delayMs: number }

/** Calls the job's function with its checked input. Never rejects. */
export async function runAttempt(context: AttemptContext, attempt: Attempt): Promise<AttemptEnd> {
  const { settings, claim } = attempt
  const { name: job, id, queue, trace } = claim
  let end: AttemptEnd = { kind: 'done', hasSteps: false }
  const work = async (): Promise<void> => {
    end = await withDatabase(context.database, () => workOn(context, attempt))
  }
  try {
    if (context.follow === undefined) await work()
    else await context.follow({ job, id, attempt: claim.attempt, queue, trace }, work)
    return end
  } catch (error) {
    return { kind: 'failed', error, retryInMs: toDelay(settings, claim, error) }
  }
}

async function workOn(context: AttemptContext, attempt: Attempt): Promise<AttemptEnd> {
  const { settings, claim, cancellation } = attempt
  // Sound: the schema of the same settings has made the input.
  const input = (await readInput(settings, claim.input)) as never
  const { promise: end, resolve, reject } = Promise.withResolvers<AttemptEnd>()
  const steps = createSteps({
    job: claim.name,
    claim,
    isTransactional: settings.isTransactional,
    worker: context.worker,
    store: context.steps,
    suspend: (delayMs) => resolve({ kind: 'suspended', delayMs }),
  })
  const { name: job, id, attempt: number } = claim
  const run: JobRun = {
    job,
    id,
    attempt: number,
    ...toMethods(steps),
    get signal() {
      return cancellation.signal
    },
  }
  const call = async (): Promise<AttemptEnd> => {
    await settings.run(input, run)
    return { kind: 'done', hasSteps: steps.areUsed }
  }
  const timer = startTimer(attempt, reject)
  const work = settings.isTransactional ? inTransaction(context, claim, call) : call()
  work.then(resolve, reject)
  try {
    return await end
  } finally {
    clearTimeout(timer)
  }
}

function toMethods({ step, sleep, wait }: JobSteps): JobSteps {
  return { step, sleep, wait }
}

/** Runs the function and ends the job in one transaction, which fails if the job was lost. */
function inTransaction(
  { database, store, worker }: AttemptContext,
  claim: ClaimedJob,
  call: () => Promise<AttemptEnd>,
): Promise<AttemptEnd> {
  return database.transaction(async () => {
    const end = await call()
    const held = await store.complete(worker, [claim])
    if (!held.has(claim.id)) throw new LostJob()
    return end
  })
}

/** Ends the attempt when its time is up. */
function startTimer(
  { settings: { timeoutMs }, cancellation }: Attempt,
  reject: (error: Error) => void,
): NodeJS.Timeout | undefined {
  if (timeoutMs === undefined || timeoutMs > LONGEST_TIMER_MS) return undefined
  return setTimeout(() => {
    const error = new Error(`The job took longer than its timeout of ${timeoutMs / 1000} s`)
    cancellation.abort(error)
    reject(error)
  }, timeoutMs).unref()
}

/** Timers of Node cannot run longer. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** The delay doubles with each attempt and varies by a quarter, so that retries spread. */
function toDelay(
  settings: AnyJobSettings,
  { attempt, attempts }: ClaimedJob,
  error: unknown,
): number | undefined {
  const isHopeless = error instanceof PermanentFailure || isOutdated(error)
  if (isHopeless || attempt >= attempts) return undefined
  // A job that has slept had attempts before.
  const tried = Math.max(attempt - (attempts - settings.attempts), 1)
  const ms = Math.min(settings.backoffMs * 2 ** (tried - 1), settings.maxBackoffMs)
  return Math.round(ms * (0.75 + Math.random() / 2))
}

/** Whether the stored job does not fit the code. */
function isOutdated(error: unknown): boolean {
  return (
    error instanceof SetupError && (error.code === 'E_JOB_INPUT' || error.code === 'E_JOB_STEP')
  )
}
