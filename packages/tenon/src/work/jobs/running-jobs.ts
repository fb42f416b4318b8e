import { whenReady } from '../../base/support/maybe-promise.ts'
import { withDatabase } from '../../data/database/current-database.ts'
import { jobRuns, type JobRunMessage } from '../../base/log/channels.ts'
import type { LogFields } from '../../base/log/log.ts'
import type { NotedValues } from '../../base/log/personal/noted-values.ts'
import { personalValues } from '../../base/log/personal/personal-values.ts'
import { toErrorText, toStackText } from '../lease/error-text.ts'
import type { Clock, Sleep } from '../lease/clock.ts'
import { LeaseLost } from '../lease/lease-lost.ts'
import { RunningWork } from '../lease/running-work.ts'
import type { WorkLog } from '../lease/work-log.ts'
import {
  mostAttempts,
  runAttempt,
  toKept,
  type AttemptContext,
  type AttemptEnd,
  type AttemptFailure,
} from './attempt.ts'
import { ClaimsAhead } from './claims/claims-ahead.ts'
import type { WorkerQueues } from './claims/worker-queues.ts'
import type { AnyJobSettings } from './job-definition.ts'
import type { ClaimedJob } from './store/job-store.ts'
import type { JobRate } from './store/queue-rates.ts'
import type { WaitingJobs } from './store/waiting-jobs.ts'
import type { RunKey } from './store/new-job.ts'

/** How an attempt ended in this process. */
export interface JobOutcome {
  readonly job: string
  readonly id: number
  readonly attempt: number
  readonly state: JobRunMessage['state']
  /** What the attempt threw. */
  readonly error: unknown
}

/** What the parts of a worker work with. */
export interface WorkerParts extends AttemptContext {
  readonly settings: ReadonlyMap<string, AnyJobSettings>
  /** The jobs whose code this process has. */
  readonly names: readonly string[]
  readonly queues: WorkerQueues
  readonly rates: ReadonlyMap<string, JobRate>
  readonly weights: ReadonlyMap<string, number>
  readonly concurrency: number
  readonly leaseMs: number
  /** The longest time between two passes. */
  readonly pauseMs: number
  readonly log: WorkLog
  readonly clock: Clock | undefined
  readonly waiting: WaitingJobs
  readonly sleep: Sleep
}

/** What `RunningJobs` reports about each attempt. */
export interface AttemptListener {
  /** An attempt has ended, and is not recorded yet. */
  readonly onEnded: () => void
  readonly onSettled: (outcome: JobOutcome, claim: ClaimedJob) => void
}

interface Ended {
  readonly settings: AnyJobSettings
  readonly claim: ClaimedJob
  readonly durationMs: number
  readonly end: AttemptEnd
  readonly span: LogFields | undefined
  /** The personal values that the attempt has read. */
  readonly noted: NotedValues | undefined
}

/**
 * The attempts in progress in this process. It records how they ended, several with one statement, and keeps the ends
 * that it could not record yet.
 */
export class RunningJobs {
  readonly #parts: WorkerParts
  readonly #listener: AttemptListener
  readonly #running: RunningWork<RunKey, ClaimedJob>
  readonly #ahead: ClaimsAhead
  #isFilling = false
  readonly #done: Ended[] = []
  /** Attempts that failed or were suspended. */
  readonly #others: Ended[] = []

  constructor(parts: WorkerParts, listener: AttemptListener) {
    const { store, worker, leaseMs } = parts
    this.#parts = parts
    this.#listener = listener
    this.#ahead = new ClaimsAhead(parts.concurrency)
    this.#running = new RunningWork({
      ...parts,
      name: 'jobs',
      renew: (claims) => store.renew(worker, claims, leaseMs),
      toKey: ({ id, attempt }) => `${id} ${attempt}`,
      onFreed: () => this.#fill(),
    })
  }

  get count(): number {
    return this.#running.count
  }

  /** How many attempts have ended and are not recorded yet. */
  get endedCount(): number {
    return this.#done.length + this.#others.length
  }

  /** All claims of this process: running, waiting for a place, or ended and not recorded yet. */
  get claims(): readonly ClaimedJob[] {
    const ended = [...this.#done, ...this.#others].map(({ claim }) => claim)
    return [...this.#running.claims, ...this.#ahead.claims, ...ended]
  }

  /** How many claims wait for a place. */
  get aheadCount(): number {
    return this.#ahead.claims.length
  }

  /** How many jobs to claim ahead, before they have a place. */
  get wantedAhead(): number {
    return this.#ahead.wanted
  }

  /** Starts jobs that were claimed together. */
  start(claims: readonly ClaimedJob[]): void {
    if (claims.length === 0) return
    const { database, settings } = this.#parts
    withDatabase(database, () => {
      for (const claim of claims) {
        const known = settings.get(claim.name)
        if (known !== undefined) this.#start(known, claim)
      }
    })
  }

  /** Starts jobs as soon as there are places for them. */
  startSoon(claims: readonly ClaimedJob[]): void {
    this.#ahead.add(claims)
    this.#fill()
  }

  /**
   * Forgets claims that have waited too long for a place. Returns whether there were any; the caller gives them back.
   */
  dropLate(): boolean {
    return this.#ahead.dropLate()
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

  /** Renews the leases now. Cancels the attempts whose jobs were deleted or taken over. */
  async renew(): Promise<void> {
    this.#ahead.drop(await this.#running.renew(this.#ahead.claims))
  }

  /** Resolves when the current attempts have ended. */
  ended(): Promise<void> {
    return this.#running.ended()
  }

  /** Aborts every signal and waits up to `timeoutMs` for the attempts to end. */
  stop(timeoutMs: number): Promise<void> {
    return this.#running.stop(timeoutMs)
  }

  /** Starts waiting claims while places are free. A job that ends at once takes no place. */
  #fill(): void {
    if (this.#isFilling) return
    this.#isFilling = true
    while (this.count < this.#parts.concurrency && !this.#running.stopping.isAborted) {
      const claim = this.#ahead.take()
      if (claim === undefined) break
      this.start([claim])
    }
    this.#isFilling = false
  }

  #start(settings: AnyJobSettings, claim: ClaimedJob): void {
    let span: LogFields | undefined
    const onSpan = (fields: LogFields | undefined): void => void (span = fields)
    const startedAt = performance.now()
    const noted = personalValues.begin()
    const settle = (end: AttemptEnd): void =>
      this.#settle({ settings, claim, end, span, noted, durationMs: performance.now() - startedAt })
    this.#running.start(claim, (cancellation) => {
      const attempt = { settings, claim, cancellation, onSpan }
      return personalValues.resume(noted, () => whenReady(runAttempt(this.#parts, attempt), settle))
    })
  }

  #settle(ended: Ended): void {
    const { end, settings, durationMs } = ended
    this.#ahead.note(durationMs)
    if (end.kind === 'done' && settings.isTransactional) this.#report(ended, 'ok')
    else if (end.kind === 'done') this.#done.push(ended)
    else if (isLost(end)) this.#report(ended, 'lost')
    // The worker gives the job back to the others.
    else if (end.kind === 'failed' && this.#running.stopping.isAborted)
      this.#report(ended, 'released')
    else this.#others.push(ended)
    this.#listener.onEnded()
  }

  async #complete(done: readonly Ended[]): Promise<void> {
    const { store, steps, worker, database } = this.#parts
    const claims = done.map(({ claim }) => claim)
    const withSteps = done.filter(({ end }) => end.kind === 'done' && end.hasSteps)
    const kept = done.flatMap(({ settings, claim, end, durationMs }) =>
      settings.keepMs > 0 && end.kind === 'done'
        ? [toKept(settings, claim, { result: end.result, durationMs })]
        : [],
    )
    const complete = (): Promise<ReadonlySet<number>> => store.complete(worker, claims)
    const completeAll = async (): Promise<ReadonlySet<number>> => {
      if (kept.length > 0) await store.keep(worker, kept)
      const held = await complete()
      const ids = withSteps.map(({ claim }) => claim.id)
      await steps.forget(ids.filter((id) => held.has(id)))
      return held
    }
    const isAlone = withSteps.length + kept.length === 0
    const held = isAlone ? await complete() : await database.transaction(completeAll)
    for (const ended of done) this.#report(ended, held.has(ended.claim.id) ? 'ok' : 'lost')
  }

  async #recordOther(ended: Ended): Promise<void> {
    const { end } = ended
    if (end.kind === 'failed') await this.#fail(ended, end)
    else if (end.kind === 'suspended') await this.#suspend(ended, end.delayMs)
  }

  async #fail(ended: Ended, { error, retryInMs }: AttemptFailure): Promise<void> {
    const { store, worker } = this.#parts
    const stored = personalValues.resume(ended.noted, () => ({
      error: personalValues.redact(toErrorText(error)),
      stack: toRedacted(toStackText(error)),
      retryInMs,
      attempts: mostAttempts(ended.settings, ended.claim),
      durationMs: Math.round(ended.durationMs),
    }))
    const isOurs = await store.fail(worker, ended.claim, stored)
    const state = retryInMs === undefined ? 'failed' : 'retried'
    this.#report(ended, isOurs ? state : 'lost')
  }

  async #suspend(ended: Ended, delayMs: number): Promise<void> {
    const { store, worker } = this.#parts
    const { attempts } = ended.settings
    const isOurs = await store.suspend(worker, ended.claim, { delayMs, attempts })
    this.#report(ended, isOurs ? 'suspended' : 'lost')
  }

  #report(ended: Ended, state: JobOutcome['state']): void {
    personalValues.resume(ended.noted, () => this.#tell(ended, state))
  }

  #tell({ claim, durationMs, end, span }: Ended, state: JobOutcome['state']): void {
    const { name: job, id, attempt, queue } = claim
    if (jobRuns.isHeard) jobRuns.tell({ job, queue, state, durationMs })
    const error = end.kind === 'failed' ? end.error : undefined
    this.#listener.onSettled({ job, id, attempt, state, error }, claim)

    const { log } = this.#parts
    const fields = { job, id, attempt, durationMs: Math.round(durationMs), ...span }
    const failed = { ...fields, error }
    if (state === 'ok') log.info(`Job "${job}" done`, fields)
    else if (state === 'suspended') log.info(`Job "${job}" continues later`, fields)
    else if (state === 'failed') log.error(`Job "${job}" has failed for good`, failed)
    else if (state === 'retried') log.warn(`Job "${job}" failed and will be tried again`, failed)
    else if (state === 'lost')
      log.warn(`Job "${job}" was cancelled, or taken over by another process`, fields)
    else log.info(`Job "${job}" stopped; another process will run it again`, fields)
  }
}

function toRedacted(stack: string | null): string | null {
  return stack === null ? null : personalValues.redact(stack)
}

function isLost(end: AttemptEnd): boolean {
  return end.kind === 'failed' && end.error instanceof LeaseLost
}
