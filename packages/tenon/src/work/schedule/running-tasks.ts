import { withDatabase } from '../../data/database/current-database.ts'
import type { Database } from '../../data/database/database.ts'
import { runs } from '../../base/log/channels.ts'
import type { LogFields } from '../../base/log/log.ts'
import { backOffMs, type Sleep } from '../lease/clock.ts'
import { toErrorText } from '../lease/error-text.ts'
import { RunningWork } from '../lease/running-work.ts'
import type { WorkLog } from '../lease/work-log.ts'
import type { Claim, Ledger, OpenRun, RunKey } from './ledger.ts'
import type { ScheduledTask } from './scheduled-task.ts'
import type { TaskRun } from './task-settings.ts'

/** Runs a task's function, for example in a span. The log line about the run gets the fields of that span. */
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
  readonly leaseMs: number
  readonly follow: FollowTask | undefined
  readonly onSettled: (outcome: RunOutcome) => void
}

/**
 * The runs in progress in this process. It calls their functions and records how they ended.
 *
 * Never throws, whatever a function does. If another process has claimed a run, its signal is aborted and its end is
 * not recorded.
 */
export class RunningTasks {
  readonly #options: RunningTasksOptions
  readonly #running: RunningWork<RunKey, Claim>
  readonly #abandoned = new AbortController()
  readonly #givenUp = Promise.withResolvers<void>()

  constructor(options: RunningTasksOptions) {
    this.#options = options
    this.#running = new RunningWork({
      ...options,
      name: 'scheduled runs',
      renew: () => options.ledger.renew(options.owner),
      toKey: ({ task, tick, fence }) => `${task} ${tick} ${fence}`,
    })
  }

  /** Remembers the current runs. The returned function tells whether a run was among them. */
  note(): (run: RunKey) => boolean {
    return this.#running.note()
  }

  /** Starts the function of a claimed run. */
  start(task: ScheduledTask, claim: Claim): void {
    this.#running.start(claim, ({ signal }) => this.#execute(task, claim, signal))
  }

  /**
   * Decides a tick and runs its function in one transaction. If the function fails, its changes are rolled back and the
   * tick is recorded as failed.
   */
  async runTransactional(task: ScheduledTask, decide: Decide): Promise<Claim | undefined> {
    const startedAt = performance.now()
    let ended: Ended = {}
    const claim = await this.#inTransaction(decide, async (claim) => {
      ended = await this.#call(task, claim, this.#running.stopping.signal)
      if (ended.failure !== undefined) throw new FailedTick()
    }).catch((error: unknown) => {
      if (error instanceof FailedTick && ended.failure !== undefined) {
        return this.#inTransaction(decide, async () => {}, toEnd(ended))
      }
      throw error
    })
    if (claim?.state !== 'running') return claim

    const outcome = toOutcome(claim, toEnd(ended))
    this.#report(claim, outcome, { ...ended, durationMs: performance.now() - startedAt })
    this.#options.onSettled(outcome)
    return claim
  }

  /** Resolves when the current runs have ended and are recorded, or the process has given them up. */
  async settled(): Promise<void> {
    await Promise.race([this.#running.ended(), this.#givenUp.promise])
  }

  /** Aborts every run's signal and waits up to `timeoutMs`. The leases of the other runs then expire. */
  async stop(timeoutMs: number): Promise<void> {
    await this.#running.stop(timeoutMs)
    this.#abandoned.abort()
    this.#givenUp.resolve()

    if (this.#running.count === 0) return
    const runs = this.#running.claims.map(toFields)
    this.#options.log.warn(`Abandoned ${runs.length} scheduled runs that did not stop in time`, {
      runs,
    })
  }

  async #execute(task: ScheduledTask, claim: Claim, signal: AbortSignal): Promise<void> {
    const startedAt = performance.now()
    const ended = await this.#call(task, claim, signal)
    const isInterrupted = ended.failure !== undefined && this.#running.stopping.isAborted
    const mayRunAgain = claim.attempt <= task.retriesOnCrash

    const outcome =
      isInterrupted && mayRunAgain
        ? await this.#recordInterruption(claim)
        : await this.#recordEnd(claim, toEnd(ended))

    this.#report(claim, outcome, { ...ended, durationMs: performance.now() - startedAt })
    this.#options.onSettled(outcome)
  }

  #inTransaction(
    decide: Decide,
    run: (claim: Claim) => Promise<void>,
    end: End = DONE,
  ): Promise<Claim | undefined> {
    const { database, ledger } = this.#options
    return database.transaction(async () => {
      const claim = await decide()
      if (claim?.state !== 'running') return claim
      await run(claim)
      await ledger.finish(claim, end.state, end.error)
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

  async #recordEnd(claim: Claim, end: End): Promise<RunOutcome> {
    const { ledger } = this.#options
    const isOurs = await this.#persist(() => ledger.finish(claim, end.state, end.error))
    return toOutcome(claim, isOurs ? end : { ...end, state: 'lost' })
  }

  async #recordInterruption(claim: Claim): Promise<RunOutcome> {
    await this.#persist(() => this.#options.ledger.release(claim))
    return toOutcome(claim, { state: 'interrupted', error: null })
  }

  /** Repeats a write until the database accepts it, or the process stops waiting. */
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

interface Ended {
  readonly failure?: { readonly error: unknown }
  readonly span?: LogFields | undefined
}

interface RunReport extends Ended {
  readonly durationMs: number
}

/** The end of a run as the ledger stores it. */
interface End {
  readonly state: 'ok' | 'failed'
  readonly error: string | null
}

const DONE: End = { state: 'ok', error: null }

function toEnd({ failure }: Ended): End {
  return failure === undefined ? DONE : { state: 'failed', error: toErrorText(failure.error) }
}

function toOutcome(claim: Claim, end: Pick<RunOutcome, 'state' | 'error'>): RunOutcome {
  return { task: claim.task, tick: new Date(claim.tick), ...end }
}

export function toFields({ task, tick, attempt }: OpenRun): LogFields {
  return { task, tick: new Date(tick).toISOString(), attempt }
}
