import type { Database } from '../../data/database/database.ts'
import { toMs, type Duration } from '../../base/support/duration.ts'
import { backOffMs, sleep, type Clock, type Sleep } from '../lease/clock.ts'
import { BatchStore } from './batches/batch-store.ts'
import { LeaseWatch } from '../lease/lease-watch.ts'
import { createOwner } from '../lease/owner.ts'
import type { WorkLog } from '../lease/work-log.ts'
import type { FollowJob } from './attempt.ts'
import type { AnyJob, AnyJobSettings } from './job-definition.ts'
import { createJobTables } from './job-tables.ts'
import { RunningJobs, type JobOutcome } from './running-jobs.ts'
import { StepStore } from './store/step-store.ts'
import { JOB_CHANNEL, SIGNAL_CHANNEL } from './store/channels.ts'
import { Presence, REPORT_MS } from './store/presence.ts'
import { QueueRates, type QueueRate } from './store/queue-rates.ts'
import { JobStore, type ClaimedJob } from './store/job-store.ts'

/** The options of a worker. */
export interface JobWorkerOptions {
  readonly database: Database
  readonly jobs: readonly AnyJob[]
  readonly log: WorkLog
  /** The queues that it works on. Default: those of its jobs. */
  readonly queues?: readonly string[]
  /** How many jobs run at the same time. Default: 10. */
  readonly concurrency?: number
  /** How many jobs of a queue may start in a time, on all machines together. Default: no limit. */
  readonly rates?: ReadonlyMap<string, QueueRate>
  /** How long a process may be silent before others take over its jobs. Default: `30s`. */
  readonly lease?: Duration
  /** How long running jobs may take to end once the worker is stopped. Default: `20s`. */
  readonly stopTimeout?: Duration
  /** Runs each job's function, for example in a span. */
  readonly follow?: FollowJob
  /** Replaces the database's clock, for tests. */
  readonly clock?: Clock
  /** Called for each attempt that has ended and is recorded. */
  readonly onSettled?: (outcome: JobOutcome) => void
}

/**
 * One process that runs jobs, equal to all others: claims what is ready, runs it, records how it
 * ended, and takes over the jobs of processes that have died.
 */
export class JobWorker {
  readonly #options: JobWorkerOptions
  readonly #settings: ReadonlyMap<string, AnyJobSettings>
  readonly #queues: readonly string[]
  readonly #concurrency: number
  readonly #leaseMs: number
  /** The longest pause between two passes. */
  readonly #pauseMs: number
  readonly #sleep: Sleep
  readonly #store: JobStore
  readonly #steps: StepStore
  readonly #rates: QueueRates
  readonly #batches: BatchStore
  readonly #presence: Presence
  /** Whether the code has jobs that run one at a time. There may be others in the database. */
  readonly #usesLanes: boolean
  readonly #runs: RunningJobs
  readonly #worker = createOwner()
  /** Ends the current pause. */
  #pause: AbortController | undefined
  #isAwake = false
  /** Absent in `runDue`, which cannot wait for a second look. */
  #watch: LeaseWatch | undefined
  #isStopping = false
  #hasTables = false
  #failures = 0
  #suspect: ClaimedJob | undefined
  #mayHaveCrashed = true
  #lookAt = 0
  #reportAt = 0
  #promoteAt = 0
  #hasLanes = false
  #mayHaveSignals = true
  #mayEndBatches = true
  #firstQueue = 0

  constructor(options: JobWorkerOptions) {
    const { database, jobs, queues, concurrency = 10, lease = '30s', clock } = options
    this.#options = options
    this.#settings = new Map(jobs.map(({ '~settings': settings }) => [settings.name, settings]))
    this.#queues = queues ?? [...new Set(jobs.map((job) => job['~settings'].queue))]
    this.#concurrency = concurrency
    this.#leaseMs = toMs(lease, 'lease')
    this.#pauseMs = Math.min(this.#leaseMs / 3, IDLE_MS)
    this.#sleep = clock?.sleep?.bind(clock) ?? sleep
    this.#store = new JobStore(database, clock)
    this.#steps = new StepStore(database, clock)
    this.#rates = new QueueRates(database, clock)
    this.#batches = new BatchStore(database, this.#store)
    this.#presence = new Presence(database, clock)
    this.#usesLanes = jobs.some((job) => job['~settings'].laneKey !== undefined)
    this.#runs = new RunningJobs({
      worker: this.#worker,
      settings: this.#settings,
      database,
      store: this.#store,
      steps: this.#steps,
      log: options.log,
      follow: options.follow,
      sleep: this.#sleep,
      leaseMs: this.#leaseMs,
      onEnded: () => this.#wakeUp(),
      onSettled: (outcome, { batch }) => {
        if (batch !== null) this.#mayEndBatches = true
        // It may wait for a signal that is there already.
        if (outcome.state === 'suspended') this.#mayHaveSignals = true
        options.onSettled?.(outcome)
      },
    })
  }

  /**
   * Works until the signal is aborted (`jobs:work`).
   *
   * Then it claims nothing more and aborts the signals of running jobs. It resolves when they have
   * ended, after 20 seconds at the latest; what runs then is given back to the others. Never
   * rejects: while the database is unavailable it keeps trying.
   */
  async work(signal: AbortSignal): Promise<void> {
    const { database } = this.#options
    this.#watch = new LeaseWatch(this.#leaseMs)
    using _jobs = database.listen(JOB_CHANNEL, () => this.#wakeUp())
    using _signals = database.listen(SIGNAL_CHANNEL, () => this.#hearSignal())
    const interrupt = (): void => {
      this.#isStopping = true
      this.#wakeUp()
    }
    signal.addEventListener('abort', interrupt)
    if (signal.aborted) interrupt()

    while (!signal.aborted) {
      const waitMs = await this.#tryPass()
      if (!signal.aborted && waitMs > 0) await this.#rest(waitMs)
    }
    signal.removeEventListener('abort', interrupt)
    await this.#stop()
  }

  /** Runs everything that is due, and what that makes due. Throws database errors. */
  async runDue(): Promise<void> {
    while ((await this.#pass()) === 0 || this.#runs.count > 0 || this.#runs.hasEnded) {
      await this.#runs.ended()
    }
  }

  async #tryPass(): Promise<number> {
    const { log } = this.#options
    try {
      const waitMs = await this.#pass()
      await this.#report()
      if (this.#failures > 0) log.info('Jobs continue', { failures: this.#failures })
      this.#failures = 0
      return waitMs
    } catch (error) {
      // Logs an outage when it begins, then about once a minute.
      const isWorthTelling = this.#failures % 12 === 0
      this.#failures += 1
      if (isWorthTelling) log.warn('Jobs cannot continue yet', { error })
      // The tables may be gone, as after migrate:fresh.
      this.#hasTables = false
      return backOffMs(this.#failures)
    }
  }

  /** Records, claims and starts what it can; returns how long nothing more is expected. */
  async #pass(): Promise<number> {
    this.#isAwake = false
    if (!this.#hasTables) await this.#join()
    await this.#runs.record()
    await this.#lookAround()
    if (this.#mayEndBatches) await this.#followBatches()
    if (this.#mayHaveSignals) this.#mayHaveSignals = await this.#steps.deliver()
    if (this.#isStopping) return Infinity

    if (this.#usesLanes || this.#hasLanes) await this.#store.advance()
    if (await this.#claimCrashed()) return this.#pauseMs
    const waitMs = Math.min(this.#pauseMs, await this.#claimReady())
    return this.#mayPromote() ? Math.min(waitMs, await this.#store.promote()) : waitMs
  }

  async #join(): Promise<void> {
    await createJobTables(this.#options.database)
    if (this.#failures > 0) await this.#releaseUnknown()
    this.#hasTables = true
    const strangers = await this.#store.strangers([...this.#settings.keys()])
    for (const { name, count } of strangers) {
      this.#options.log.warn(
        `${count} jobs "${name}" wait, and this process has no code for them. Add the job to application({ jobs }), or remove them with jobs:forget.`,
        { job: name, count },
      )
    }
  }

  /** A claim may have been made whose answer was lost: nobody runs those jobs. */
  async #releaseUnknown(): Promise<void> {
    const count = await this.#store.release(this.#worker, this.#runs.claims)
    if (count > 0) this.#options.log.info(`Gave back ${count} jobs whose claim was not answered`)
  }

  /** Claims for the free places, and returns how long a rate forbids more. */
  async #claimReady(): Promise<number> {
    let waitMs = Infinity
    for (const queue of this.#nextQueues()) {
      if (this.#isFull) break
      const rate = this.#options.rates?.get(queue)
      if (rate === undefined) this.#runs.start(await this.#claim(queue, Infinity))
      else waitMs = Math.min(waitMs, await this.#claimRated(queue, rate))
    }
    return waitMs
  }

  async #claimRated(queue: string, rate: QueueRate): Promise<number> {
    // The row of the rate is written even if there is nothing to claim.
    if (!(await this.#store.hasReady(queue, [...this.#settings.keys()]))) return Infinity
    let claims: readonly ClaimedJob[] = []
    const { waitMs } = await this.#rates.claim(queue, rate, async (allowed) => {
      claims = await this.#claim(queue, allowed)
      return claims.length
    })
    this.#runs.start(claims)
    return waitMs
  }

  #claim(queue: string, allowed: number): Promise<readonly ClaimedJob[]> {
    return this.#store.claim({
      worker: this.#worker,
      queue,
      names: [...this.#settings.keys()],
      limit: Math.min(this.#concurrency - this.#runs.count, allowed),
      leaseMs: this.#leaseMs,
    })
  }

  get #isFull(): boolean {
    return this.#runs.count >= this.#concurrency
  }

  #hearSignal(): void {
    this.#mayHaveSignals = true
    this.#wakeUp()
  }

  /** Called for every job that ends. An abort without a reason costs 20 µs. */
  #wakeUp(): void {
    this.#isAwake = true
    this.#pause?.abort(AWAKE)
  }

  async #rest(ms: number): Promise<void> {
    if (this.#isAwake) return
    this.#pause = new AbortController()
    await this.#sleep(ms, this.#pause.signal)
    this.#pause = undefined
  }

  /** Delayed jobs become ready whenever there is time for it, and every second if there is none. */
  #mayPromote(): boolean {
    const now = performance.now()
    const isBusy = this.#isFull || this.#runs.hasEnded
    if (isBusy && now < this.#promoteAt) return false
    this.#promoteAt = now + BUSY_PROMOTE_MS
    return true
  }

  /** Each pass begins with another queue, so that none waits for the others to be empty. */
  #nextQueues(): readonly string[] {
    const first = this.#firstQueue++ % this.#queues.length
    return [...this.#queues.slice(first), ...this.#queues.slice(0, first)]
  }

  /**
   * Claims jobs whose process has died, one at a time, because one of them may have killed it. Says
   * whether there is no free place left.
   */
  async #claimCrashed(): Promise<boolean> {
    if (this.#isFull) return true
    const isSuspectRunning = this.#suspect !== undefined && this.#runs.has(this.#suspect)
    if (!this.#mayHaveCrashed || isSuspectRunning) return false
    const [claim] = await this.#store.claimCrashed({
      worker: this.#worker,
      queues: this.#queues,
      names: [...this.#settings.keys()],
      leaseMs: this.#leaseMs,
    })
    this.#suspect = claim
    this.#mayHaveCrashed = claim !== undefined
    if (claim !== undefined) this.#runs.start([claim])
    return this.#isFull
  }

  /** Looks for dead workers as often as it renews its own leases. */
  async #lookAround(): Promise<void> {
    const now = performance.now()
    if (now < this.#lookAt) return
    this.#lookAt = now + this.#pauseMs
    this.#mayHaveCrashed = true
    // A job may have begun to wait after its signal.
    this.#mayHaveSignals = true
    await this.#expire()
    await this.#steps.prune()
    this.#hasLanes = await this.#store.hasBehind()
    this.#mayEndBatches = true
  }

  /** Lets others know that this worker is there, whether or not it has anything to do. */
  async #report(): Promise<void> {
    const now = performance.now()
    if (now < this.#reportAt) return
    await this.#presence.report(this.#worker, this.#queues)
    this.#reportAt = now + REPORT_MS
  }

  async #followBatches(): Promise<void> {
    this.#mayEndBatches = false
    await this.#batches.follow()
  }

  async #expire(): Promise<void> {
    const leases = await this.#store.leases(this.#leaseMs / 2)
    const expired = this.#watch?.findExpired(leases) ?? leases.filter((each) => each.hasExpired)
    if (expired.length === 0) return
    for (const { name, id, attempt, state, error } of await this.#store.expire(expired)) {
      const fields = { job: name, id, attempt }
      if (state === 'failed') this.#options.log.error(`Job "${name}" failed: ${error}`, fields)
      else this.#options.log.warn(`Job "${name}" will run again: ${error}`, fields)
    }
  }

  async #stop(): Promise<void> {
    const timeoutMs = toMs(this.#options.stopTimeout ?? '20s', 'stopTimeout')
    await this.#runs.stop(timeoutMs)
    try {
      await this.#runs.record()
      const count = await this.#store.release(this.#worker)
      if (count > 0) this.#options.log.info(`Gave back ${count} jobs that had not ended`)
    } catch (error) {
      this.#options.log.warn('The last jobs could not be recorded; their leases will expire', {
        error,
      })
    }
  }
}

/** Notices of new jobs may be lost, so a worker looks from time to time. */
const IDLE_MS = 5000

const BUSY_PROMOTE_MS = 1000

const AWAKE = 'There may be work'
