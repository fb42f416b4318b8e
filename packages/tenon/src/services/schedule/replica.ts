import { hostname } from 'node:os'
import type { Database } from '../database/database.ts'
import { ticks } from '../log/channels.ts'
import type { LogFields } from '../log/log.ts'
import { backOffMs, type Sleep } from './clock.ts'
import { parseCron, type Cron } from './cron.ts'
import { decideTask } from './decide-task.ts'
import type { History } from './history.ts'
import { createLedgerTables } from './ledger-tables.ts'
import type { Ledger, OpenRun, TaskCursor } from './ledger.ts'
import { RunningTasks, type RunOutcome } from './running-tasks.ts'
import type { ScheduleLog } from './schedule-log.ts'
import type { Schedule, ScheduledTask } from './tasks.ts'

/** What a replica works with. */
export interface ReplicaOptions {
  readonly database: Database
  readonly schedule: Schedule
  readonly ledger: Ledger
  readonly history: History
  readonly log: ScheduleLog
  readonly sleep: Sleep
  readonly leaseMs: number
  readonly historyMs: number
  readonly onSettled?: (outcome: RunOutcome) => void
}

/** What one pass over the schedule found. */
export interface Pass {
  /** The store's clock at the start of the pass. */
  readonly now: number
  /** Until the next tick, or until the ledger has to be looked at again. */
  readonly waitMs: number
  /** Whether this replica decided a tick. */
  readonly hasDecided: boolean
}

/**
 * One process at work on the schedule, equal to all others: it reads where the ledger stands, tries
 * to decide what is due, runs what it won, and takes over what a dead process has left.
 *
 * Passes follow one another, never two at once. All instants are the store's.
 */
export class Replica {
  readonly runs: RunningTasks
  readonly #options: ReplicaOptions
  readonly #owner = `${hostname()}:${process.pid}:${Math.random().toString(36).slice(2, 8)}`
  readonly #otherCrons = new Map<string, Cron | undefined>()
  #wake = new AbortController()
  #hasJoined = false
  #hasSetSchedule = false
  #isStopping = false
  #failures = 0
  #pruneAt = 0

  constructor(options: ReplicaOptions) {
    this.#options = options
    this.runs = new RunningTasks({
      ...options,
      owner: this.#owner,
      heartbeatMs: options.leaseMs / 3,
      onSettled: (outcome) => {
        options.onSettled?.(outcome)
        this.#wake.abort()
      },
    })
  }

  /** Passes over the schedule, tick after tick, until the signal is aborted. Never rejects. */
  async work(signal: AbortSignal): Promise<void> {
    const interrupt = () => {
      this.#isStopping = true
      this.#wake.abort()
    }
    signal.addEventListener('abort', interrupt)

    while (!signal.aborted) {
      const waitMs = await this.#tryPass()
      // The end of a run wakes it too, also when it came during the pass.
      if (!signal.aborted) await this.#options.sleep(waitMs, this.#wake.signal)
    }
    signal.removeEventListener('abort', interrupt)
  }

  /** Claims nothing more, and has the runs stop within a time. */
  async stop(timeoutMs: number): Promise<void> {
    this.#isStopping = true
    await this.runs.stop(timeoutMs)
  }

  /**
   * Decides and starts everything that is due, up to `horizon` where one is given.
   *
   * Throws what the database throws; the next pass begins by looking at what the ledger then says.
   */
  async pass(horizon = Infinity): Promise<Pass> {
    this.#wake = new AbortController()
    try {
      if (!this.#hasJoined) await this.#join()
      return await this.#decideAll(horizon)
    } catch (error) {
      // The tables may be gone, as after migrate:fresh.
      this.#hasJoined = false
      throw error
    }
  }

  async #tryPass(): Promise<number> {
    const { log } = this.#options
    try {
      const { waitMs } = await this.pass()
      if (this.#failures > 0) log.info('The schedule goes on', { failures: this.#failures })
      this.#failures = 0
      return waitMs
    } catch (error) {
      // An outage is told when it begins, then about once a minute.
      const isWorthTelling = this.#failures % 12 === 0
      this.#failures += 1
      if (isWorthTelling) log.warn('The schedule cannot go on yet', { error })
      return backOffMs(this.#failures)
    }
  }

  async #join(): Promise<void> {
    const { database, ledger, schedule } = this.#options
    await createLedgerTables(database)
    for (const { name, signature } of schedule) {
      await ledger.add(name, signature)
      // Only once: after an outage, a process of an older version must not take its schedule back.
      if (!this.#hasSetSchedule) await ledger.reschedule(name, signature)
    }
    this.#hasSetSchedule = true
    this.#hasJoined = true
  }

  async #decideAll(horizon: number): Promise<Pass> {
    const { ledger, leaseMs, schedule } = this.#options
    const survey = await ledger.survey()
    const now = Math.min(survey.now, horizon)
    await this.#settleOpenRuns()

    let waitMs = leaseMs / 3
    let hasDecided = false
    for (const task of schedule) {
      if (this.#isStopping) break
      const decision = await this.#decide(task, survey.cursors.get(task.name), now)
      waitMs = Math.min(waitMs, decision.waitMs)
      hasDecided ||= decision.hasDecided
    }

    await this.#pruneHourly(survey.now)
    return { now, waitMs, hasDecided }
  }

  /** Takes up runs of ours that never started here, and runs whose process stopped reporting. */
  async #settleOpenRuns(): Promise<void> {
    const { ledger, schedule } = this.#options
    // Noted before the ledger is asked: a run may end while the answer says that it goes on.
    const goesOnHere = this.runs.note()
    for (const run of await ledger.openRuns(this.#owner)) {
      if (this.#isStopping) break
      const task = schedule.find(({ name }) => name === run.task)
      if (task !== undefined && !goesOnHere(run)) await this.#settleOpenRun(task, run)
    }
  }

  async #settleOpenRun(task: ScheduledTask, run: OpenRun): Promise<void> {
    const { ledger, log } = this.#options
    if (run.owner === this.#owner) {
      // The claim was committed although its answer got lost with the connection.
      this.runs.start(task, { ...run, state: 'running' })
    } else if (run.attempt <= task.retriesOnCrash) {
      const claim = await ledger.retake(run, this.#owner)
      if (claim === undefined) return
      if (ticks.isHeard) ticks.tell({ task: task.name, decision: 'again', count: 1 })
      log.warn(`Runs "${task.name}" again: its process "${run.owner}" is gone`, toFields(run))
      this.runs.start(task, claim)
    } else if (await ledger.giveUp(run)) {
      if (ticks.isHeard) ticks.tell({ task: task.name, decision: 'lost', count: 1 })
      log.warn(`A run of "${task.name}" is lost: its process "${run.owner}" is gone`, toFields(run))
    }
  }

  async #decide(task: ScheduledTask, state: TaskCursor | undefined, now: number) {
    if (state === undefined) throw new Error(`The ledger has no task "${task.name}" any more`)
    const cron = this.#cronOf(task, state.signature)
    if (cron === undefined) return NOTHING_DECIDED

    return decideTask({
      ...this.#options,
      task,
      state,
      cron,
      now,
      owner: this.#owner,
      isStopping: () => this.#isStopping,
      start: (claim) => this.runs.start(task, claim),
    })
  }

  /**
   * The ledger's schedule of a task counts for all replicas: while two versions of the application
   * run side by side, the one that started last has set it.
   */
  #cronOf(task: ScheduledTask, signature: string): Cron | undefined {
    if (signature === task.signature) return task.cron
    const key = `${task.name} ${signature}`
    if (!this.#otherCrons.has(key)) {
      const fields = { task: task.name, ours: task.signature, ledger: signature }
      this.#options.log.warn(`Another process has set another schedule for "${task.name}"`, fields)
      this.#otherCrons.set(key, toCron(signature))
    }
    return this.#otherCrons.get(key)
  }

  async #pruneHourly(now: number): Promise<void> {
    if (now < this.#pruneAt) return
    const { history, historyMs, schedule } = this.#options
    for (const { name } of schedule) await history.prune(name, now - historyMs)
    this.#pruneAt = now + HOUR_MS
  }
}

const HOUR_MS = 3_600_000
const NOTHING_DECIDED = { waitMs: Infinity, hasDecided: false }

function toCron(signature: string): Cron | undefined {
  const zoneAt = signature.lastIndexOf(' ')
  const parsed = parseCron(signature.slice(0, zoneAt), signature.slice(zoneAt + 1))
  return parsed.kind === 'cron' ? parsed.cron : undefined
}

function toFields({ task, tick, attempt }: OpenRun): LogFields {
  return { task, tick: new Date(tick).toISOString(), attempt }
}
