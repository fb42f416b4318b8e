import { isPromise } from '../../base/support/maybe-promise.ts'
import { withDatabase } from '../../data/database/current-database.ts'
import { jobRuns, type JobRunMessage } from '../../base/log/channels.ts'
import type { LogFields } from '../../base/log/log.ts'
import { toErrorText, toStackText } from '../lease/error-text.ts'
import { Heartbeat } from '../lease/heartbeat.ts'
import type { Sleep } from '../lease/clock.ts'
import type { WorkLog } from '../lease/work-log.ts'
import {
  runAttempt,
  type Attempt,
  type AttemptContext,
  type AttemptEnd,
  type AttemptFailure,
} from './attempt.ts'
import { Cancellation } from './cancellation.ts'
import { LostJob } from './lost-job.ts'
import type { AnyJobSettings } from './job-definition.ts'
import type { ClaimedJob } from './store/job-store.ts'
import type { RunKey } from './store/run-key.ts'

/** How an attempt ended in this process. */
export interface JobOutcome {
  readonly job: string
  readonly id: number
  readonly attempt: number
  readonly state: JobRunMessage['state']
  /** What the attempt threw. */
  readonly error: unknown
}

/** The options of `RunningJobs`. */
export interface RunningJobsOptions extends AttemptContext {
  readonly settings: ReadonlyMap<string, AnyJobSettings>
  readonly log: WorkLog
  readonly sleep: Sleep
  readonly leaseMs: number
  /** Called when an attempt has ended, before that is recorded. */
  readonly onEnded: () => void
  readonly onSettled: (outcome: JobOutcome, claim: ClaimedJob) => void
}

interface Running extends Attempt {
  readonly ended: Promise<void>
}

interface Ended {
  readonly settings: AnyJobSettings
  readonly claim: ClaimedJob
  readonly durationMs: number
  readonly end: AttemptEnd
  /** The log fields of its span, if it has one. */
  readonly span: LogFields | undefined
}

/**
 * The attempts in progress in this process: renews their leases, and records how they ended, those
 * of one moment together. It keeps what it could not record yet.
 */
export class RunningJobs {
  readonly #options: RunningJobsOptions
  readonly #running = new Map<ClaimedJob, Running>()
  readonly #heartbeat: Heartbeat
  readonly #done: Ended[] = []
  /** Those that failed or were suspended. */
  readonly #others: Ended[] = []
  #isStopping = false

  constructor(options: RunningJobsOptions) {
    this.#options = options
    this.#heartbeat = new Heartbeat({
      intervalMs: options.leaseMs / 3,
      sleep: options.sleep,
      renew: () => this.#renew(),
    })
  }

  get count(): number {
    return this.#running.size
  }

  /** Whether attempts have ended that are not recorded yet. */
  get hasEnded(): boolean {
    return this.#done.length + this.#others.length > 0
  }

  /** The claims that run, or have ended and are not recorded yet. */
  get claims(): readonly ClaimedJob[] {
    const ended = [...this.#done, ...this.#others].map(({ claim }) => claim)
    return [...this.#running.keys(), ...ended]
  }

  has(claim: ClaimedJob): boolean {
    return this.#running.has(claim)
  }

  /** Starts jobs that were claimed together. */
  start(claims: readonly ClaimedJob[]): void {
    if (claims.length === 0) return
    const { database, settings } = this.#options
    withDatabase(database, () => {
      for (const claim of claims) {
        const known = settings.get(claim.name)
        if (known !== undefined) this.#start(known, claim)
      }
    })
  }

  /** Records the attempts that have ended. Throws database errors. */
  async record(): Promise<void> {
    const done = [...this.#done]
    if (done.length > 0) await this.#complete(done)
    this.#done.splice(0, done.length)

    for (let [ended] = this.#others; ended !== undefined; [ended] = this.#others) {
      await this.#recordOther(ended)
      this.#others.shift()
    }
  }

  /** Resolves when the current attempts have ended. */
  async ended(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ ended }) => ended))
  }

  /** Aborts every signal and waits up to `timeoutMs` for the attempts to end. */
  async stop(timeoutMs: number): Promise<void> {
    this.#isStopping = true
    for (const { cancellation } of this.#running.values()) cancellation.abort(stopReason())
    const timer = new AbortController()
    await Promise.race([this.ended(), this.#options.sleep(timeoutMs, timer.signal)])
    timer.abort()
    this.#heartbeat.stop()
  }

  #start(settings: AnyJobSettings, claim: ClaimedJob): void {
    let span: LogFields | undefined
    const onSpan = (fields: LogFields | undefined): void => void (span = fields)
    const attempt = { settings, claim, cancellation: new Cancellation(), onSpan }
    if (this.#isStopping) attempt.cancellation.abort(stopReason())
    const startedAt = performance.now()
    const settle = (end: AttemptEnd): void => {
      this.#running.delete(claim)
      if (this.#running.size === 0) this.#heartbeat.stop()
      const durationMs = performance.now() - startedAt
      this.#settle(attempt, { settings, claim, end, span, durationMs })
    }
    const end = runAttempt(this.#options, attempt)
    if (!isPromise(end)) return settle(end)

    this.#running.set(claim, { ...attempt, ended: end.then(settle) })
    this.#heartbeat.start()
  }

  #settle({ settings, cancellation }: Attempt, ended: Ended): void {
    const { end } = ended
    const isInterrupted = this.#isStopping && cancellation.isAborted
    if (end.kind === 'done' && settings.isTransactional) this.#report(ended, 'ok')
    else if (end.kind === 'done') this.#done.push(ended)
    else if (isLost(end)) this.#report(ended, 'lost')
    // The worker gives the job back to the others.
    else if (end.kind === 'failed' && isInterrupted) this.#report(ended, 'released')
    else this.#others.push(ended)
    this.#options.onEnded()
  }

  async #complete(done: readonly Ended[]): Promise<void> {
    const { store, steps, worker, database } = this.#options
    const claims = done.map(({ claim }) => claim)
    const withSteps = done.filter(({ end }) => end.kind === 'done' && end.hasSteps)
    const complete = (): Promise<ReadonlySet<number>> => store.complete(worker, claims)
    const completeAll = async (): Promise<ReadonlySet<number>> => {
      const held = await complete()
      const ids = withSteps.map(({ claim }) => claim.id)
      await steps.forget(ids.filter((id) => held.has(id)))
      return held
    }
    const held = withSteps.length === 0 ? await complete() : await database.transaction(completeAll)
    for (const ended of done) this.#report(ended, held.has(ended.claim.id) ? 'ok' : 'lost')
  }

  async #recordOther(ended: Ended): Promise<void> {
    const { end } = ended
    if (end.kind === 'failed') await this.#fail(ended, end)
    else if (end.kind === 'suspended') await this.#suspend(ended, end.delayMs)
  }

  async #fail(ended: Ended, { error, retryInMs }: AttemptFailure): Promise<void> {
    const { store, worker } = this.#options
    const stored = { error: toErrorText(error), stack: toStackText(error), retryInMs }
    const isOurs = await store.fail(worker, ended.claim, stored)
    const state = retryInMs === undefined ? 'failed' : 'retried'
    this.#report(ended, isOurs ? state : 'lost')
  }

  async #suspend(ended: Ended, delayMs: number): Promise<void> {
    const { store, worker } = this.#options
    const { attempts } = ended.settings
    const isOurs = await store.suspend(worker, ended.claim, { delayMs, attempts })
    this.#report(ended, isOurs ? 'suspended' : 'lost')
  }

  async #renew(): Promise<void> {
    const { store, worker, leaseMs, log } = this.#options
    const runs = [...this.#running.values()]
    const claims = runs.map(({ claim }) => claim)
    try {
      const held = new Set((await store.renew(worker, claims, leaseMs)).map(toKey))
      for (const { claim, cancellation } of runs) {
        if (!held.has(toKey(claim))) cancellation.abort(new LostJob())
      }
    } catch (error) {
      log.warn('The leases of jobs could not be renewed', { error })
    }
  }

  #report({ claim, durationMs, end, span }: Ended, state: JobOutcome['state']): void {
    const { log, onSettled } = this.#options
    const { name: job, id, attempt, queue } = claim
    if (jobRuns.isHeard) jobRuns.tell({ job, queue, state, durationMs })
    const error = end.kind === 'failed' ? end.error : undefined
    onSettled({ job, id, attempt, state, error }, claim)

    const fields = { job, id, attempt, durationMs: Math.round(durationMs), ...span }
    const failed = { ...fields, error }
    if (state === 'ok') log.info(`Job "${job}" done`, fields)
    else if (state === 'suspended') log.info(`Job "${job}" continues later`, fields)
    else if (state === 'failed') log.error(`Job "${job}" has failed for good`, failed)
    else if (state === 'retried') log.warn(`Job "${job}" failed and will be tried again`, failed)
    else if (state === 'lost') log.warn(`Job "${job}" was taken over by another process`, fields)
    else log.info(`Job "${job}" stopped; another process will run it again`, fields)
  }
}

function isLost(end: AttemptEnd): boolean {
  return end.kind === 'failed' && end.error instanceof LostJob
}

function toKey({ id, attempt }: RunKey): string {
  return `${id} ${attempt}`
}

function stopReason(): Error {
  return new Error('The worker is stopping')
}
