import { withDatabase } from '../../data/database/current-database.ts'
import type { Database } from '../../data/database/database.ts'
import { runs } from '../../base/log/channels.ts'
import type { LogFields } from '../../base/log/log.ts'
import { backOffMs, type Sleep } from '../lease/clock.ts'
import { toErrorText } from '../lease/error-text.ts'
import { Heartbeat } from '../lease/heartbeat.ts'
import type { WorkLog } from '../lease/work-log.ts'
import type { Claim, Ledger, RunKey } from './ledger.ts'
import type { ScheduledTask } from './scheduled-task.ts'
import type { TaskRun } from './task-settings.ts'

/** Runs a task's function, for example in a span, whose fields the line about the run gets. */
export type FollowTask = (run: TaskRun, work: (span?: LogFields) => unknown) => unknown

/** How a run ended in this process. */
export interface RunOutcome {
  readonly task: string
  readonly tick: Date
  readonly state: 'ok' | 'failed' | 'lost' | 'interrupted'
  readonly error: string | null
}

/** The options of `RunningTasks`. */
export interface RunningTasksOptions {
  readonly owner: string
  readonly database: Database
  readonly ledger: Ledger
  readonly log: WorkLog
  readonly sleep: Sleep
  readonly heartbeatMs: number
  readonly follow: FollowTask | undefined
  readonly onSettled: (outcome: RunOutcome) => void
}

interface Running {
  readonly claim: Claim
  readonly controller: AbortController
  readonly settled: Promise<void>
}

/**
 * The runs in progress in this process: calls their functions, renews their leases, records their
 * ends.
 *
 * Never throws, whatever a function does. If a run turns out to be claimed by another process, its
 * signal is aborted and its end is not recorded.
 */
export class RunningTasks {
  readonly #options: RunningTasksOptions
  readonly #running = new Map<string, Running>()
  readonly #stopping = new AbortController()
  readonly #abandoned = new AbortController()
  readonly #givenUp = Promise.withResolvers<void>()
  readonly #heartbeat: Heartbeat
  #isStopping = false

  constructor(options: RunningTasksOptions) {
    this.#options = options
    this.#heartbeat = new Heartbeat({
      intervalMs: options.heartbeatMs,
      sleep: options.sleep,
      renew: () => this.#renewLeases(),
    })
  }

  /** Records the current runs; the returned function tells whether a run was among them. */
  note(): (run: RunKey) => boolean {
    const noted = new Set(this.#running.keys())
    return (run) => noted.has(toKey(run))
  }

  /** Starts the function of a claimed run. */
  start(task: ScheduledTask, claim: Claim): void {
    const controller = new AbortController()
    const settled = this.#execute(task, claim, controller.signal)
    this.#running.set(toKey(claim), { claim, controller, settled })

    if (this.#isStopping) controller.abort(stopReason())
    this.#heartbeat.start()
  }

  /**
   * Decides a tick and runs its function in one transaction. If the function fails, what it wrote is
   * undone, and the tick is recorded as failed.
   */
  async runTransactional(task: ScheduledTask, decide: Decide): Promise<Claim | undefined> {
    const startedAt = performance.now()
    let ended: Ended = {}
    const claim = await this.#inTransaction(decide, async (claim) => {
      ended = await this.#call(task, claim, this.#stopping.signal)
      if (ended.failure !== undefined) throw new FailedTick()
    }).catch((error: unknown) => {
      if (error instanceof FailedTick && ended.failure !== undefined) {
        return this.#inTransaction(decide, async () => {}, ended.failure)
      }
      throw error
    })
    if (claim?.state !== 'running') return claim

    const { failure } = ended
    const error = failure === undefined ? null : toErrorText(failure.error)
    const outcome = toOutcome(claim, failure === undefined ? 'ok' : 'failed', error)
    this.#report(claim, outcome, { ...ended, durationMs: performance.now() - startedAt })
    this.#options.onSettled(outcome)
    return claim
  }

  /** Resolves when the current runs have ended and are recorded, or have been given up. */
  async settled(): Promise<void> {
    const runs = [...this.#running.values()].map((run) => run.settled)
    await Promise.race([Promise.all(runs), this.#givenUp.promise])
  }

  /** Aborts every run's signal, waits up to `timeoutMs`, then leaves the rest to their leases. */
  async stop(timeoutMs: number): Promise<void> {
    this.#isStopping = true
    this.#stopping.abort(stopReason())
    for (const { controller } of this.#running.values()) controller.abort(stopReason())

    const timer = new AbortController()
    await Promise.race([this.settled(), this.#options.sleep(timeoutMs, timer.signal)])
    timer.abort()
    this.#abandoned.abort()
    this.#givenUp.resolve()
    this.#heartbeat.stop()

    if (this.#running.size === 0) return
    const runs = [...this.#running.values()].map(({ claim }) => toFields(claim))
    this.#options.log.warn(`Abandoned ${runs.length} scheduled runs that did not stop in time`, {
      runs,
    })
  }

  async #execute(task: ScheduledTask, claim: Claim, signal: AbortSignal): Promise<void> {
    const startedAt = performance.now()
    const ended = await this.#call(task, claim, signal)
    const { failure } = ended
    const isInterrupted = failure !== undefined && this.#isStopping && signal.aborted
    const mayRunAgain = claim.attempt <= task.retriesOnCrash

    const outcome =
      isInterrupted && mayRunAgain
        ? await this.#recordInterruption(claim)
        : await this.#recordEnd(claim, failure)

    this.#running.delete(toKey(claim))
    if (this.#running.size === 0) this.#heartbeat.stop()
    this.#report(claim, outcome, { ...ended, durationMs: performance.now() - startedAt })
    this.#options.onSettled(outcome)
  }

  #inTransaction(
    decide: Decide,
    run: (claim: Claim) => Promise<void>,
    failure?: Failure,
  ): Promise<Claim | undefined> {
    const { database, ledger } = this.#options
    return database.transaction(async () => {
      const claim = await decide()
      if (claim?.state !== 'running') return claim
      await run(claim)
      const error = failure === undefined ? null : toErrorText(failure.error)
      await ledger.finish(claim, failure === undefined ? 'ok' : 'failed', error)
      return claim
    })
  }

  async #call(task: ScheduledTask, claim: Claim, signal: AbortSignal): Promise<Ended> {
    const { database, follow } = this.#options
    const { attempt, fence } = claim
    const run = { task: task.name, tick: new Date(claim.tick), attempt, fence, signal }
    let span: LogFields | undefined
    const work = (fields?: LogFields): unknown => {
      span = fields
      return task.run(run)
    }
    try {
      await withDatabase(database, async () => (follow === undefined ? work() : follow(run, work)))
      return { span }
    } catch (error) {
      return { span, failure: { error } }
    }
  }

  async #recordEnd(claim: Claim, failure: Failure | undefined): Promise<RunOutcome> {
    const error = failure === undefined ? null : toErrorText(failure.error)
    const state = failure === undefined ? 'ok' : 'failed'
    const isOurs = await this.#persist(() => this.#options.ledger.finish(claim, state, error))
    return toOutcome(claim, isOurs ? state : 'lost', error)
  }

  async #recordInterruption(claim: Claim): Promise<RunOutcome> {
    await this.#persist(() => this.#options.ledger.release(claim))
    return toOutcome(claim, 'interrupted', null)
  }

  /** Repeats a write until the database accepts it or the process has to exit. */
  async #persist(write: () => Promise<boolean>): Promise<boolean> {
    for (let failures = 1; ; failures++) {
      try {
        return await write()
      } catch (error) {
        if (this.#abandoned.signal.aborted) return false
        this.#options.log.warn('The end of a scheduled run could not be recorded yet', { error })
        await this.#options.sleep(backOffMs(failures), this.#abandoned.signal)
      }
    }
  }

  async #renewLeases(): Promise<void> {
    // Only runs that existed before the query can be missing in its result.
    const asked = [...this.#running.keys()]
    try {
      const held = new Set((await this.#options.ledger.renew(this.#options.owner)).map(toKey))
      for (const key of asked.filter((key) => !held.has(key))) {
        this.#running.get(key)?.controller.abort(new Error('Another process has claimed this run'))
      }
    } catch (error) {
      this.#options.log.warn('The leases of scheduled runs could not be renewed', { error })
    }
  }

  #report(claim: Claim, { state }: RunOutcome, { failure, span, durationMs }: RunReport): void {
    if (runs.isHeard) runs.tell({ task: claim.task, state, durationMs })
    const { log } = this.#options
    const fields = { ...toFields(claim), durationMs: Math.round(durationMs), ...span }
    if (state === 'lost') {
      log.warn(`Scheduled task "${claim.task}" ended after another process claimed its run`, fields)
    } else if (state === 'interrupted') {
      log.info(`Scheduled task "${claim.task}" stopped; another process will run it again`, fields)
    } else if (failure === undefined) {
      log.info(`Scheduled task "${claim.task}" done`, fields)
    } else {
      log.error(`Scheduled task "${claim.task}" failed`, { ...fields, error: failure.error })
    }
  }
}

/** Tries to claim a tick. */
type Decide = () => Promise<Claim | undefined>

/** Rolls back the transaction of a tick whose function has failed. */
class FailedTick extends Error {}

interface Failure {
  readonly error: unknown
}

interface Ended {
  readonly failure?: Failure
  /** The log fields of its span, if it has one. */
  readonly span?: LogFields | undefined
}

interface RunReport extends Ended {
  readonly durationMs: number
}

function toOutcome(claim: Claim, state: RunOutcome['state'], error: string | null): RunOutcome {
  return { task: claim.task, tick: new Date(claim.tick), state, error }
}

function toFields({ task, tick, attempt }: Claim): LogFields {
  return { task, tick: new Date(tick).toISOString(), attempt }
}

function toKey({ task, tick, fence }: RunKey): string {
  return `${task} ${tick} ${fence}`
}

function stopReason(): Error {
  return new Error('The scheduler is stopping')
}
