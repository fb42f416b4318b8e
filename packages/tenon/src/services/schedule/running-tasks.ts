import { format } from 'node:util'
import { withDatabase } from '../database/current-database.ts'
import type { Database } from '../database/database.ts'
import { runs } from '../log/channels.ts'
import type { LogFields } from '../log/log.ts'
import { backOffMs, type Sleep } from './clock.ts'
import type { Claim, Ledger, RunKey } from './ledger.ts'
import type { ScheduleLog } from './schedule-log.ts'
import type { ScheduledTask } from './tasks.ts'

/** How a run ended in this process. */
export interface RunOutcome {
  readonly task: string
  readonly tick: Date
  readonly state: 'ok' | 'failed' | 'lost' | 'interrupted'
  readonly error: string | null
}

/** What `RunningTasks` works with. */
export interface RunningTasksOptions {
  readonly owner: string
  readonly database: Database
  readonly ledger: Ledger
  readonly log: ScheduleLog
  readonly sleep: Sleep
  readonly heartbeatMs: number
  readonly onSettled: (outcome: RunOutcome) => void
}

interface Running {
  readonly claim: Claim
  readonly controller: AbortController
  readonly settled: Promise<void>
}

/**
 * The runs going on in this process: calls their functions, keeps their leases, records their ends.
 *
 * Whatever a function does, nothing is thrown here. A run that turns out to be no longer ours has
 * its signal aborted, and its end is not recorded.
 */
export class RunningTasks {
  readonly #options: RunningTasksOptions
  readonly #running = new Map<string, Running>()
  readonly #abandoned = new AbortController()
  readonly #givenUp = Promise.withResolvers<void>()
  #heartbeat: AbortController | undefined
  #isStopping = false

  constructor(options: RunningTasksOptions) {
    this.#options = options
  }

  /** Notes the runs going on now; the function tells of a run whether it was one of them. */
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
    this.#startHeartbeat()
  }

  /** Resolves when the runs going on now have ended and are recorded, or have been given up. */
  async settled(): Promise<void> {
    const runs = [...this.#running.values()].map((run) => run.settled)
    await Promise.race([Promise.all(runs), this.#givenUp.promise])
  }

  /** Aborts every run's signal, waits up to `timeoutMs`, then leaves the rest to their leases. */
  async stop(timeoutMs: number): Promise<void> {
    this.#isStopping = true
    for (const { controller } of this.#running.values()) controller.abort(stopReason())

    const timer = new AbortController()
    await Promise.race([this.settled(), this.#options.sleep(timeoutMs, timer.signal)])
    timer.abort()
    this.#abandoned.abort()
    this.#givenUp.resolve()
    this.#stopHeartbeat()

    if (this.#running.size === 0) return
    const runs = [...this.#running.values()].map(({ claim }) => toFields(claim))
    this.#options.log.warn(`Left ${runs.length} scheduled runs that did not stop in time`, { runs })
  }

  async #execute(task: ScheduledTask, claim: Claim, signal: AbortSignal): Promise<void> {
    const startedAt = performance.now()
    const failure = await this.#call(task, claim, signal)
    const isInterrupted = failure !== undefined && this.#isStopping && signal.aborted
    const mayRunAgain = claim.attempt <= task.retriesOnCrash

    const outcome =
      isInterrupted && mayRunAgain
        ? await this.#recordInterruption(claim)
        : await this.#recordEnd(claim, failure)

    this.#running.delete(toKey(claim))
    if (this.#running.size === 0) this.#stopHeartbeat()
    this.#report(claim, outcome, { failure, durationMs: performance.now() - startedAt })
    this.#options.onSettled(outcome)
  }

  async #call(
    task: ScheduledTask,
    claim: Claim,
    signal: AbortSignal,
  ): Promise<Failure | undefined> {
    const { attempt, fence } = claim
    const run = { task: task.name, tick: new Date(claim.tick), attempt, fence, signal }
    try {
      await withDatabase(this.#options.database, async () => task.run(run))
      return undefined
    } catch (error) {
      return { error }
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

  /** Repeats a write until the database takes it or the process has to go. */
  async #persist(write: () => Promise<boolean>): Promise<boolean> {
    for (let failures = 1; ; failures++) {
      try {
        return await write()
      } catch (error) {
        if (this.#abandoned.signal.aborted) return false
        this.#options.log.warn('Could not record the end of a scheduled run yet', { error })
        await this.#options.sleep(backOffMs(failures), this.#abandoned.signal)
      }
    }
  }

  #startHeartbeat(): void {
    if (this.#heartbeat !== undefined) return
    this.#heartbeat = new AbortController()
    void this.#keepLeases(this.#heartbeat.signal)
  }

  #stopHeartbeat(): void {
    this.#heartbeat?.abort()
    this.#heartbeat = undefined
  }

  async #keepLeases(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#options.sleep(this.#options.heartbeatMs, signal)
      if (!signal.aborted) await this.#renewLeases()
    }
  }

  async #renewLeases(): Promise<void> {
    // Only runs that were there before the question was asked can be missing in the answer.
    const asked = [...this.#running.keys()]
    try {
      const held = new Set((await this.#options.ledger.renew(this.#options.owner)).map(toKey))
      for (const key of asked.filter((key) => !held.has(key))) {
        this.#running
          .get(key)
          ?.controller.abort(new Error('Another process has taken this run over'))
      }
    } catch (error) {
      this.#options.log.warn('Could not renew the leases of scheduled runs', { error })
    }
  }

  #report(claim: Claim, { state }: RunOutcome, { failure, durationMs }: RunReport): void {
    if (runs.isHeard) runs.tell({ task: claim.task, state, durationMs })
    const { log } = this.#options
    const fields = { ...toFields(claim), durationMs: Math.round(durationMs) }
    if (state === 'lost') {
      log.warn(`Scheduled task "${claim.task}" ended after its run was taken over`, fields)
    } else if (state === 'interrupted') {
      log.info(`Scheduled task "${claim.task}" stopped and is left to another process`, fields)
    } else if (failure === undefined) {
      log.info(`Scheduled task "${claim.task}" done`, fields)
    } else {
      log.error(`Scheduled task "${claim.task}" failed`, { ...fields, error: failure.error })
    }
  }
}

interface Failure {
  readonly error: unknown
}

interface RunReport {
  readonly failure: Failure | undefined
  readonly durationMs: number
}

const ERROR_TEXT_LIMIT = 2000

/** Without NUL, which PostgreSQL cannot keep, and without the half character that a cut may leave. */
function toErrorText(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : format('%s', error)
  return text.slice(0, ERROR_TEXT_LIMIT).replaceAll('\0', '\ufffd').toWellFormed()
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
