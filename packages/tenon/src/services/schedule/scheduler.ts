import type { Database } from '../database/database.ts'
import { SetupError } from '../support/setup-error.ts'
import { sleep, type Clock } from './clock.ts'
import type { Cron } from './cron.ts'
import { History, type HistoryQuery, type RunRecord } from './history.ts'
import { createLedgerTables, hasLedgerTables } from './ledger-tables.ts'
import { Ledger } from './ledger.ts'
import { Replica } from './replica.ts'
import type { RunOutcome } from './running-tasks.ts'
import type { ScheduleLog } from './schedule-log.ts'
import type { Schedule, ScheduledTask } from './tasks.ts'

/** Options of a scheduler. */
export interface SchedulerOptions {
  readonly database: Database
  readonly tasks: Schedule
  readonly log: ScheduleLog
  /** The value of `APP_ENV`, for tasks with `.environments()`. Default `local`. */
  readonly environment?: string
  /** How long a process may be silent before its runs count as lost. Default 30,000. */
  readonly leaseMs?: number
  /** How long running tasks get to end once the scheduler is stopped. Default 25,000. */
  readonly stopTimeoutMs?: number
  /**
   * How long the history is kept; of every task the newest 100 ticks always are. Default 7.
   * Of a backlog that begins before, only what is younger is recorded tick by tick.
   */
  readonly historyDays?: number
  /** Replaces the database's clock, for tests. */
  readonly clock?: Clock
}

/** A task as `schedule:list` shows it. */
export interface TaskListing {
  readonly name: string
  readonly pattern: string
  readonly timezone: string
  /** The next three ticks. */
  readonly next: readonly Date[]
  readonly pausedUntil: Date | null
  /** The newest tick and what became of it; `null` before the first. */
  readonly last: RunRecord | null
}

/**
 * Creates the scheduler of a list of tasks on a database.
 *
 * Any number of processes may work on one database at once: each due tick is decided there, once.
 * The tables `schedule_tasks` and `schedule_runs` are created by the first one that works.
 */
export function createScheduler(options: SchedulerOptions): Scheduler {
  return new Scheduler(options)
}

/** Runs scheduled tasks and answers for what became of them. */
export class Scheduler {
  readonly #options: SchedulerOptions
  readonly #schedule: Schedule
  readonly #ledger: Ledger
  readonly #history: History

  constructor(options: SchedulerOptions) {
    const { database, tasks, environment = 'local', leaseMs = LEASE_MS, clock } = options
    this.#options = options
    this.#schedule = tasks.filter((task) => isMeantFor(task, environment))
    this.#ledger = new Ledger(database, leaseMs, clock)
    this.#history = new History(database)
  }

  /**
   * Works until the signal is aborted (`schedule:work`).
   *
   * Then nothing new is started, the running tasks' signals are aborted, and the promise resolves
   * when they have ended, after 25 seconds at the latest. Never rejects: while the database is away
   * it tries again, and each task's `catchUp` decides over what came due meanwhile.
   */
  async work(signal: AbortSignal): Promise<void> {
    const replica = this.#createReplica()
    await replica.work(signal)
    await replica.stop(this.#stopTimeoutMs)
  }

  /**
   * Runs what is due now, waits for it and returns how it ended (`schedule:run`).
   *
   * Shares the cursor with every other scheduler on the database. The first call of all only
   * remembers where to start. Once the signal is aborted nothing more is begun, and what runs has 25
   * seconds to end. Throws what the database throws.
   */
  async runDue(signal?: AbortSignal): Promise<RunOutcome[]> {
    const outcomes: RunOutcome[] = []
    const replica = this.#createReplica((outcome) => outcomes.push(outcome))
    const isStopping = () => signal?.aborted === true
    if (isStopping()) return outcomes

    let passing = replica.pass()
    const end = () => replica.stop(this.#stopTimeoutMs)
    // After the pass: what it is about to start gets the time to end, too.
    const stop = () => void passing.then(end, end)
    signal?.addEventListener('abort', stop)

    try {
      const { now: horizon } = await passing
      await replica.runs.settled()
      while ((await passing).hasDecided && !isStopping()) {
        passing = replica.pass(horizon)
        await passing
        await replica.runs.settled()
      }
    } finally {
      await replica.runs.settled()
      signal?.removeEventListener('abort', stop)
    }
    return outcomes
  }

  /** Lists the tasks of this environment with their next ticks and last outcomes (`schedule:list`). */
  async list(): Promise<TaskListing[]> {
    const now = this.#options.clock?.now() ?? Date.now()
    const hasLedger = await hasLedgerTables(this.#options.database)

    return Promise.all(
      this.#schedule.map(async ({ name, pattern, timezone, cron }) => ({
        name,
        pattern,
        timezone,
        next: nextTicks(cron, now, 3),
        pausedUntil: hasLedger ? await this.#history.findPausedUntil(name) : null,
        last: hasLedger ? await this.#findLast(name) : null,
      })),
    )
  }

  /** Reads what became of past ticks, newest first. */
  async history(query: HistoryQuery = {}): Promise<RunRecord[]> {
    if (!(await hasLedgerTables(this.#options.database))) return []
    return this.#history.read(query)
  }

  /**
   * Pauses a task everywhere, for good or until an instant; its ticks meanwhile are `missed`.
   *
   * A run that goes on is left alone. Throws `E_TASK_UNKNOWN` when no task of this environment has the
   * name.
   */
  async pause(name: string, until: Date = END_OF_TIME): Promise<void> {
    const task = this.#getTask(name)
    await createLedgerTables(this.#options.database)
    await this.#ledger.add(task.name, task.signature)
    await this.#history.pause(name, until)
  }

  /** Ends a pause, from now on. Throws `E_TASK_UNKNOWN` when no task of this environment has the name. */
  async resume(name: string): Promise<void> {
    const task = this.#getTask(name)
    if (!(await hasLedgerTables(this.#options.database))) return
    await this.#history.pause(task.name, null)
  }

  get #stopTimeoutMs(): number {
    return this.#options.stopTimeoutMs ?? 25_000
  }

  #createReplica(onSettled?: (outcome: RunOutcome) => void): Replica {
    const { database, log, leaseMs = LEASE_MS, historyDays = 7, clock } = this.#options
    return new Replica({
      database,
      log,
      schedule: this.#schedule,
      ledger: this.#ledger,
      history: this.#history,
      sleep: clock?.sleep?.bind(clock) ?? sleep,
      leaseMs,
      historyMs: historyDays * DAY_MS,
      ...(onSettled && { onSettled }),
    })
  }

  #getTask(name: string): ScheduledTask {
    const task = this.#schedule.find((task) => task.name === name)
    if (task !== undefined) return task

    const known = this.#schedule.map((task) => `"${task.name}"`).join(', ')
    throw new SetupError(
      'E_TASK_UNKNOWN',
      `No task is named "${name}". Known are: ${known || 'none'}.`,
    )
  }

  async #findLast(task: string): Promise<RunRecord | null> {
    const [last] = await this.#history.read({ task, limit: 1 })
    return last ?? null
  }
}

const LEASE_MS = 30_000
const DAY_MS = 86_400_000
const END_OF_TIME = new Date(8.64e15)

function isMeantFor({ environments }: ScheduledTask, environment: string): boolean {
  return environments.length === 0 || environments.includes(environment)
}

function nextTicks(cron: Cron, after: number, count: number): Date[] {
  const ticks: Date[] = []
  let tick = cron.next(after)
  while (tick !== undefined && ticks.length < count) {
    ticks.push(new Date(tick))
    tick = cron.next(tick)
  }
  return ticks
}
