import { ticks } from '../../base/log/channels.ts'
import { Chore } from '../lease/chore.ts'
import { LeaseWatch } from '../lease/lease-watch.ts'
import { createOwner } from '../lease/owner.ts'
import { WorkLoop } from '../lease/work-loop.ts'
import type { Cron } from './cron.ts'
import { decideTask } from './decide-task.ts'
import type { History } from './history.ts'
import { createLedgerTables } from './ledger-tables.ts'
import type { OpenRun, TaskCursor } from './ledger.ts'
import {
  RunningTasks,
  toFields,
  type RunningTasksOptions,
  type RunOutcome,
} from './running-tasks.ts'
import { parseSignature, type Schedule, type ScheduledTask } from './scheduled-task.ts'

export interface ReplicaOptions extends Omit<RunningTasksOptions, 'owner' | 'onSettled'> {
  readonly schedule: Schedule
  readonly history: History
  readonly historyMs: number
  readonly onSettled?: (outcome: RunOutcome) => void
}

/** The result of one pass over the schedule. */
export interface Pass {
  /** The store's clock at the start of the pass. */
  readonly now: number
  /** Time until the next tick, or until the ledger has to be checked again. */
  readonly waitMs: number
  /** Whether this replica decided a tick. */
  readonly hasDecided: boolean
}

/**
 * One process that works on the schedule. All replicas are equal: each reads the ledger, tries to decide due ticks,
 * runs those it has claimed, and reclaims the runs of dead processes.
 *
 * All times are those of the store's clock.
 */
export class Replica {
  readonly runs: RunningTasks
  readonly #options: ReplicaOptions
  readonly #owner = createOwner()
  readonly #otherCrons = new Map<string, Cron | undefined>()
  readonly #loop: WorkLoop
  readonly #pruning: Chore
  /** Watches the leases of other processes; `undefined` in a process that does not stay. */
  #watch: LeaseWatch | undefined
  #hasSetSchedule = false

  constructor(options: ReplicaOptions) {
    this.#options = options
    this.#loop = new WorkLoop({
      ...options,
      lines: { failing: 'The schedule cannot continue yet', working: 'The schedule continues' },
      join: () => this.#join(),
      pass: async () => (await this.#decideAll(Infinity)).waitMs,
    })
    this.#pruning = new Chore(HOUR_MS, (now) => this.#prune(now))
    this.runs = new RunningTasks({
      ...options,
      owner: this.#owner,
      onSettled: (outcome) => {
        options.onSettled?.(outcome)
        this.#loop.wakeUp()
      },
    })
  }

  /**
   * Runs passes until the signal is aborted. Never rejects. It watches a lease for a while before it counts it as
   * expired.
   */
  work(signal: AbortSignal): Promise<void> {
    this.#watch = new LeaseWatch(this.#options.leaseMs)
    return this.#loop.run(signal)
  }

  /**
   * Decides and starts everything that is due, up to `horizon` if given.
   *
   * Throws database errors; the next pass starts by reading the ledger again.
   */
  pass(horizon = Infinity): Promise<Pass> {
    return this.#loop.attempt(() => this.#decideAll(horizon))
  }

  async #join(): Promise<void> {
    const { database, ledger, schedule } = this.#options
    await createLedgerTables(database)
    for (const { name, signature } of schedule) {
      await ledger.add(name, signature)
      // Only once: after an outage, a process of an older version must not restore its schedule.
      if (!this.#hasSetSchedule) await ledger.reschedule(name, signature)
    }
    this.#hasSetSchedule = true
  }

  async #decideAll(horizon: number): Promise<Pass> {
    const { ledger, leaseMs, schedule } = this.#options
    const survey = await ledger.survey()
    const now = Math.min(survey.now, horizon)
    await this.#resolveOpenRuns(survey.now)

    let waitMs = leaseMs / 3
    let hasDecided = false
    for (const task of schedule) {
      if (this.#loop.isStopping) break
      const state = await this.#keepBehindClock(survey.cursors.get(task.name), survey.now)
      const decision = await this.#decide(task, state, now)
      waitMs = Math.min(waitMs, decision.waitMs)
      hasDecided ||= decision.hasDecided
    }

    await this.#pruning.tend(survey.now)
    return { now, waitMs, hasDecided }
  }

  /** Starts claimed runs that this process never started, and resolves runs whose process has stopped reporting. */
  async #resolveOpenRuns(now: number): Promise<void> {
    const { ledger, schedule, historyMs } = this.#options
    // Note the runs before reading the ledger: a run may end while the ledger still shows it as running.
    const goesOnHere = this.runs.note()
    const open = await ledger.openRuns(this.#owner)
    const expired = new Set(this.#watch?.findExpired(open) ?? open.filter((run) => run.hasExpired))
    for (const run of open) {
      if (this.#loop.isStopping) break
      const isHeldElsewhere = run.owner !== this.#owner && !run.isGivenBack && !expired.has(run)
      if (isHeldElsewhere || goesOnHere(run)) continue
      const task = schedule.find(({ name }) => name === run.task)
      if (task !== undefined) await this.#resolveOpenRun(task, run)
      // Until then, a process of another version may have the task.
      else if (run.tick < now - historyMs) await this.#writeOff(run)
    }
  }

  async #resolveOpenRun(task: ScheduledTask, run: OpenRun): Promise<void> {
    const { ledger, log } = this.#options
    if (run.owner === this.#owner) {
      // The claim was committed, but its answer was lost with the connection.
      this.runs.start(task, { ...run, state: 'running' })
    } else if (run.attempt <= task.retriesOnCrash) {
      const claim = await ledger.reclaim(run, this.#owner)
      if (claim === undefined) return
      if (ticks.isHeard) ticks.tell({ task: task.name, decision: 'again', count: 1 })
      log.warn(
        `Running "${task.name}" again because its process "${run.owner}" is gone`,
        toFields(run),
      )
      this.runs.start(task, claim)
    } else {
      await this.#writeOff(run)
    }
  }

  async #writeOff(run: OpenRun): Promise<void> {
    const { ledger, log } = this.#options
    if (!(await ledger.markLost(run))) return
    if (ticks.isHeard) ticks.tell({ task: run.task, decision: 'lost', count: 1 })
    log.warn(
      `A run of "${run.task}" was lost because its process "${run.owner}" is gone`,
      toFields(run),
    )
  }

  /** Sets back a cursor that is ahead of the clock, which would otherwise stop its task. */
  async #keepBehindClock(
    state: TaskCursor | undefined,
    now: number,
  ): Promise<TaskCursor | undefined> {
    if (state === undefined || state.cursor <= now + CLOCK_TOLERANCE_MS) return state
    const { ledger, log } = this.#options
    if (!(await ledger.setBack(state, now))) return state

    const seconds = Math.round((state.cursor - now) / 1000)
    log.warn(
      `The clock was set back: "${state.name}" was already decided ${seconds} s ahead and continues from now`,
      { task: state.name, decidedUntil: new Date(state.cursor).toISOString() },
    )
    return { ...state, cursor: now }
  }

  async #decide(task: ScheduledTask, state: TaskCursor | undefined, now: number) {
    if (state === undefined)
      throw new Error(`The ledger no longer contains the task "${task.name}"`)
    const cron = this.#cronOf(task, state.signature)
    if (cron === undefined) return NOTHING_DECIDED

    return decideTask({
      ...this.#options,
      task,
      state,
      cron,
      now,
      owner: this.#owner,
      isStopping: () => this.#loop.isStopping,
      start: (claim) => this.runs.start(task, claim),
      runTransactional: (decide) => this.runs.runTransactional(task, decide),
    })
  }

  /**
   * The ledger's schedule of a task applies to all replicas. While two versions of the application
   * run side by side, the one that started last has set it.
   */
  #cronOf(task: ScheduledTask, signature: string): Cron | undefined {
    if (signature === task.signature) return task.cron
    const key = `${task.name} ${signature}`
    if (!this.#otherCrons.has(key)) {
      const fields = { task: task.name, ours: task.signature, ledger: signature }
      this.#options.log.warn(
        `Another process has set a different schedule for "${task.name}"`,
        fields,
      )
      this.#otherCrons.set(key, parseSignature(signature))
    }
    return this.#otherCrons.get(key)
  }

  async #prune(now: number): Promise<void> {
    const { history, historyMs } = this.#options
    await history.prune(now - historyMs)
  }
}

const HOUR_MS = 3_600_000
/** A clock correction up to this size is not reported: the tasks wait for the clock to catch up. */
const CLOCK_TOLERANCE_MS = 5000
const NOTHING_DECIDED = { waitMs: Infinity, hasDecided: false }
