import type { Database } from '../../data/database/database.ts'
import { toMs, type Duration } from '../../base/support/duration.ts'
import { sleep, type Clock } from '../lease/clock.ts'
import type { WorkLog } from '../lease/work-log.ts'
import type { Cron } from './cron.ts'
import { History, type HistoryQuery, type RunRecord } from './history.ts'
import { createLedgerTables, hasLedgerTables } from './ledger-tables.ts'
import { Ledger } from './ledger.ts'
import { Replica } from './replica.ts'
import type { FollowTask, RunOutcome } from './running-tasks.ts'
import {
  getTask,
  toSchedule,
  type Schedule,
  type ScheduledTask,
  type Task,
} from './scheduled-task.ts'

export interface SchedulerOptions {
  readonly database: Database
  readonly tasks: readonly Task[]
  readonly log: WorkLog
  /** The value of `APP_ENV`, for tasks with `.environments()`. Default: `local`. */
  readonly environment?: string
  /** How long a process may be silent before its runs count as lost. Default: `30s`. */
  readonly lease?: Duration
  /** How long running tasks get to end when the scheduler stops. Default: `25s`. */
  readonly stopTimeout?: Duration
  /**
   * How long the history is kept. The newest 100 ticks of every task are always kept. In a longer backlog, only ticks
   * younger than this get their own entry. Default: `7d`.
   */
  readonly history?: Duration
  /** Runs each task's function, for example in a span. */
  readonly follow?: FollowTask
  /** Replaces the database's clock, for tests. */
  readonly clock?: Clock
}

/** A task as listed by `schedule:list`. */
export interface TaskListing {
  readonly name: string
  readonly pattern: string
  readonly timezone: string
  /** The next three ticks. */
  readonly next: readonly Date[]
  readonly pausedUntil: Date | null
  /** The newest tick and its outcome; `null` before the first. */
  readonly last: RunRecord | null
}

/**
 * Creates a scheduler for tasks on a database.
 *
 * Any number of processes may use one database: each due tick is decided there exactly once. The
 * first process creates the tables `tenon_tasks` and `tenon_task_runs`.
 */
export function createScheduler(options: SchedulerOptions): Scheduler {
  return new Scheduler(options)
}

/** Runs scheduled tasks and reports their outcomes. */
export class Scheduler {
  readonly #options: SchedulerOptions
  readonly #schedule: Schedule
  readonly #ledger: Ledger
  readonly #history: History

  constructor(options: SchedulerOptions) {
    const { database, tasks, environment = 'local', lease = defaultLease, clock } = options
    this.#options = options
    this.#schedule = toSchedule(tasks).filter((task) => isMeantFor(task, environment))
    this.#ledger = new Ledger(database, toMs(lease, 'lease'), clock)
    this.#history = new History(database)
  }

  /**
   * Works until the signal is aborted (`schedule:work`).
   *
   * Then it starts no more runs and aborts the signals of running tasks. It resolves when they have ended, or after
   * `stopTimeout`. Never rejects: while the database is unavailable, it keeps trying. Each task's `catchUp` decides
   * what happens to the ticks of that time.
   */
  async work(signal: AbortSignal): Promise<void> {
    const replica = this.#createReplica()
    await replica.work(signal)
    await replica.runs.stop(this.#stopTimeoutMs)
  }

  /**
   * Runs what is due now, waits for it and returns the outcomes (`schedule:run`).
   *
   * It shares the cursor with all schedulers on the database. The very first call only stores where to start. Once the
   * signal is aborted, it starts no more runs, and running tasks get `stopTimeout` to end. Throws database errors.
   */
  async runDue(signal?: AbortSignal): Promise<RunOutcome[]> {
    const outcomes: RunOutcome[] = []
    const replica = this.#createReplica((outcome) => outcomes.push(outcome))
    const isStopping = () => signal?.aborted === true
    if (isStopping()) return outcomes

    let passing = replica.pass()
    const end = () => replica.runs.stop(this.#stopTimeoutMs)
    // Stops after the pass, so that the runs it is about to start also get time to end.
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

  /** Lists this environment's tasks with their next ticks and last outcomes (`schedule:list`). */
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

  /** Returns the outcomes of past ticks, newest first. */
  async history(query: HistoryQuery = {}): Promise<RunRecord[]> {
    if (!(await hasLedgerTables(this.#options.database))) return []
    return this.#history.read(query)
  }

  /**
   * Pauses a task on all processes, forever or until a time. Its ticks are recorded as `missed`.
   *
   * A run in progress continues. Throws `E_TASK_UNKNOWN` if this environment has no task with that name.
   */
  async pause(name: string, until: Date = END_OF_TIME): Promise<void> {
    const task = getTask(this.#schedule, name)
    await createLedgerTables(this.#options.database)
    await this.#ledger.add(task.name, task.signature)
    await this.#history.pause(name, until)
  }

  /** Ends a pause. Throws `E_TASK_UNKNOWN` if this environment has no task with that name. */
  async resume(name: string): Promise<void> {
    const task = getTask(this.#schedule, name)
    if (!(await hasLedgerTables(this.#options.database))) return
    await this.#history.pause(task.name, null)
  }

  get #stopTimeoutMs(): number {
    return toMs(this.#options.stopTimeout ?? '25s', 'stopTimeout')
  }

  #createReplica(onSettled?: (outcome: RunOutcome) => void): Replica {
    const { database, log, lease = defaultLease, history = '7d', clock } = this.#options
    return new Replica({
      database,
      log,
      schedule: this.#schedule,
      ledger: this.#ledger,
      history: this.#history,
      sleep: clock?.sleep?.bind(clock) ?? sleep,
      leaseMs: toMs(lease, 'lease'),
      historyMs: toMs(history, 'history'),
      follow: this.#options.follow,
      ...(onSettled && { onSettled }),
    })
  }

  async #findLast(task: string): Promise<RunRecord | null> {
    const [last] = await this.#history.read({ task, limit: 1 })
    return last ?? null
  }
}

const defaultLease = '30s'
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
