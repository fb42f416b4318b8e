import type { Database } from '../../data/database/database.ts'
import { toMs, type Duration } from '../../base/support/duration.ts'
import { sleep, type Clock } from '../lease/clock.ts'
import { createOwner } from '../lease/owner.ts'
import type { WorkLog } from '../lease/work-log.ts'
import { WorkLoop } from '../lease/work-loop.ts'
import type { FollowJob } from './attempt.ts'
import { JobClaims } from './claims/job-claims.ts'
import { WorkerQueues } from './claims/worker-queues.ts'
import type { AnyJob } from './job-definition.ts'
import { createJobTables } from './job-tables.ts'
import { RunningJobs, type JobOutcome, type WorkerParts } from './running-jobs.ts'
import { StepStore } from './store/step-store.ts'
import { CANCEL_CHANNEL, JOB_CHANNEL, SIGNAL_CHANNEL } from './store/channels.ts'
import type { JobRate } from './store/queue-rates.ts'
import { JobStore } from './store/job-store.ts'
import { WaitingJobs } from './store/waiting-jobs.ts'
import { Upkeep } from './upkeep.ts'

export interface JobWorkerOptions {
  readonly database: Database
  readonly jobs: readonly AnyJob[]
  readonly log: WorkLog
  /**
   * The queues that it works on. Default: the queues of its jobs, those with a rate or a weight, and any other queue
   * with jobs.
   */
  readonly queues?: readonly string[]
  /** How many jobs run at the same time. Default: 10. */
  readonly concurrency?: number
  /** How many jobs of a queue may start in a period, on all machines together. Default: no limit. */
  readonly rates?: ReadonlyMap<string, JobRate>
  /** How often a queue is asked first, in relation to the others. Default: 1 each. */
  readonly weights?: ReadonlyMap<string, number>
  /** How long a process may be silent before others take over its jobs. Default: `30s`. */
  readonly lease?: Duration
  /** How long running jobs get to end when the worker stops. Default: `20s`. */
  readonly stopTimeout?: Duration
  /** Runs each job's function, for example in a span. */
  readonly follow?: FollowJob
  /** Replaces the database's clock, for tests. */
  readonly clock?: Clock
  /** Called for each attempt once its end is recorded. */
  readonly onSettled?: (outcome: JobOutcome) => void
}

/**
 * A process that runs jobs. All workers are equal: each claims ready jobs, runs them, records how they ended, and takes
 * over the jobs of processes that have died.
 */
export class JobWorker {
  readonly #parts: WorkerParts
  readonly #stopTimeoutMs: number
  readonly #runs: RunningJobs
  readonly #claims: JobClaims
  readonly #upkeep: Upkeep
  readonly #loop: WorkLoop
  /** Records how attempts ended, while the other loop claims jobs. */
  readonly #recording: WorkLoop
  #cancelsHeard = 0
  /** Whether it has ever reached the database: it has no jobs before. */
  #hasJoined = false

  constructor(options: JobWorkerOptions) {
    this.#parts = toParts(options)
    this.#stopTimeoutMs = toMs(options.stopTimeout ?? '20s', 'stopTimeout')
    this.#runs = new RunningJobs(this.#parts, {
      onEnded: () => {
        this.#recording.wakeUp()
        this.#loop.wakeUp()
      },
      onSettled: (outcome, { batch }) => {
        if (batch !== null) this.#upkeep.batches.ask()
        // The signal that it waits for may already be stored.
        if (outcome.state === 'suspended') this.#upkeep.signals.ask()
        if (this.#isFollowed(outcome, batch)) this.#loop.wakeUp()
        options.onSettled?.(outcome)
      },
    })
    this.#claims = new JobClaims(this.#parts, this.#runs)
    this.#upkeep = new Upkeep(this.#parts, () => this.#claims.crashed.ask())
    this.#loop = new WorkLoop({
      ...this.#parts,
      join: () => this.#join(),
      pass: () => this.#pass(),
      lines: { failing: 'Jobs cannot continue yet', working: 'Jobs continue' },
    })
    this.#recording = new WorkLoop({
      ...this.#parts,
      join: () => Promise.resolve(),
      pass: () => this.#record(),
      lines: {
        failing: 'Ends of jobs cannot be recorded yet',
        working: 'Ends of jobs are recorded',
      },
    })
  }

  /**
   * Works until the signal is aborted (`jobs:work`).
   *
   * Then it claims no more jobs and aborts the signals of running ones. It resolves when they have ended, or after
   * `stopTimeout`, and gives back the jobs that still run. Never rejects: while the database is unavailable, it keeps
   * trying.
   */
  async work(signal: AbortSignal): Promise<void> {
    const { database } = this.#parts
    this.#upkeep.stay()
    this.#claims.stay()
    using _jobs = database.listen(JOB_CHANNEL, () => this.#loop.wakeUp())
    using _signals = database.listen(SIGNAL_CHANNEL, () => {
      this.#upkeep.signals.ask()
      this.#loop.wakeUp()
    })
    using _cancels = database.listen(CANCEL_CHANNEL, () => {
      this.#cancelsHeard += 1
      void this.#runs.renew()
    })
    await Promise.all([this.#loop.run(signal), this.#recording.run(signal)])
    await this.#stop()
  }

  /** Runs all due jobs, and the jobs that become due by that. Throws database errors. */
  async runDue(): Promise<void> {
    const pass = () => this.#loop.attempt(() => this.#pass())
    while ((await pass()) === 0 || this.#runs.count > 0 || this.#runs.endedCount > 0) {
      await this.#runs.ended()
      await this.#runs.record()
    }
  }

  /** Records the attempts that have ended. */
  async #record(): Promise<number> {
    await this.#runs.record()
    // Check after the recording: meanwhile a pass may have found no free place.
    if (this.#claims.mayGoOn) this.#loop.wakeUp()
    return this.#parts.pauseMs
  }

  /** Whether another pass has work to do once this end is recorded. */
  #isFollowed({ job: name, state }: JobOutcome, batch: number | null): boolean {
    const isInLane = this.#parts.settings.get(name)?.laneKey !== undefined
    return state !== 'ok' || isInLane || batch !== null
  }

  /** Claims and starts jobs. Returns how many milliseconds until it expects more. */
  async #pass(): Promise<number> {
    const upkeepMs = await this.#upkeep.tend()
    if (this.#loop.isStopping) return Infinity
    const heardBefore = this.#cancelsHeard
    const ratedMs = await this.#claims.fill()
    // The cancelled job may have been in a claim that was not answered yet, so no list had it.
    if (this.#cancelsHeard > heardBefore) void this.#runs.renew()
    const delayedMs = await this.#upkeep.promote(this.#claims.isFull || this.#loop.isAwake)
    return Math.min(this.#parts.pauseMs, upkeepMs, ratedMs, delayedMs)
  }

  async #join(): Promise<void> {
    const { database, waiting, names, log } = this.#parts
    await createJobTables(database)
    if (this.#loop.hasFailed) await this.#releaseUnknown()
    for (const { name, count } of await waiting.countUnknown(names)) {
      log.warn(
        `${count} jobs "${name}" wait, and this process has no code for them. Add the job to application({ jobs }), or remove them with jobs:forget.`,
        { job: name, count },
      )
    }
    this.#hasJoined = true
  }

  /** The answer to a claim may have been lost: nobody runs those jobs. */
  async #releaseUnknown(): Promise<void> {
    const { store, worker, log } = this.#parts
    const count = await store.release(worker, this.#runs.claims)
    if (count > 0) log.info(`Gave back ${count} jobs whose claim was not answered`)
  }

  async #stop(): Promise<void> {
    const { store, worker, log } = this.#parts
    await this.#runs.stop(this.#stopTimeoutMs)
    if (!this.#hasJoined) return
    try {
      await this.#runs.record()
      const count = await store.release(worker)
      if (count > 0) log.info(`Gave back ${count} jobs that had not ended`)
    } catch (error) {
      log.warn('The last jobs could not be recorded; their leases will expire', { error })
    }
  }
}

function toParts({ jobs, clock, ...options }: JobWorkerOptions): WorkerParts {
  const settings = jobs.map((job) => job['~settings'])
  const leaseMs = toMs(options.lease ?? '30s', 'lease')
  const pauseMs = Math.min(leaseMs / 3, IDLE_MS)
  const store = new JobStore(options.database, clock)
  const names = settings.map(({ name }) => name)
  const {
    queues: only,
    rates = new Map<string, JobRate>(),
    weights = new Map<string, number>(),
  } = options
  const declared = [...settings.map(({ queue }) => queue), ...rates.keys(), ...weights.keys()]
  const known = [...new Set(declared)]
  return {
    ...options,
    worker: createOwner(),
    settings: new Map(settings.map((each) => [each.name, each])),
    names,
    queues: new WorkerQueues({ only, known, names, store, pauseMs }),
    concurrency: options.concurrency ?? 10,
    rates,
    weights,
    follow: options.follow,
    leaseMs,
    pauseMs,
    store,
    waiting: new WaitingJobs(options.database, clock),
    steps: new StepStore(options.database, clock),
    clock,
    sleep: clock?.sleep?.bind(clock) ?? sleep,
  }
}

/** A worker looks from time to time, because notices of new jobs may be lost. */
const IDLE_MS = 5000
