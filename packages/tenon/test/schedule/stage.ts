import { createDatabase } from '../../src/data/drivers/create-database.ts'
import type { Database } from '../../src/data/database/database.ts'
import type { Task, TaskRun } from '../../src/schedule.ts'
import type { RunState } from '../../src/work/schedule/history.ts'
import type { RunOutcome } from '../../src/work/schedule/running-tasks.ts'
import {
  createScheduler,
  type Scheduler,
  type SchedulerOptions,
} from '../../src/work/schedule/scheduler.ts'
import { ManualClock } from './manual-clock.ts'
import { RecordedLog } from './recorded-log.ts'

/** Declares the tasks of a test; `record` is a function for tasks whose runs are inspected. */
export type Declare = (record: (run: TaskRun) => void) => readonly Task[]

/**
 * A database with schedulers that have worked since ten o'clock, on a clock controlled by the test.
 *
 * Every scheduler it creates represents a separate process.
 */
export class Stage implements AsyncDisposable {
  readonly clock = new ManualClock('2026-01-01T10:00:00Z')
  readonly log = new RecordedLog()
  readonly runs: TaskRun[] = []
  readonly database: Database
  readonly #declare: Declare

  constructor(database: Database, declare: Declare) {
    this.database = database
    this.#declare = declare
  }

  static async inMemory(declare: Declare): Promise<Stage> {
    return Stage.on(createDatabase('sqlite::memory:'), declare)
  }

  static async on(database: Database, declare: Declare): Promise<Stage> {
    const stage = new Stage(database, declare)
    await stage.scheduler().runDue()
    return stage
  }

  scheduler(options: Partial<SchedulerOptions> = {}): Scheduler {
    const { database, log, clock } = this
    const declared = this.#declare((run) => this.runs.push(run))
    return createScheduler({ database, log, clock, tasks: declared, ...options })
  }

  /** Lets another process run everything due at a time of day. */
  runDueAt(time: string, options?: Partial<SchedulerOptions>): Promise<RunOutcome[]> {
    this.clock.set(`2026-01-01T${time}Z`)
    return this.scheduler(options).runDue()
  }

  moveTo(time: string): Promise<void> {
    return this.clock.moveTo(`2026-01-01T${time}Z`)
  }

  /** The times of day that were run, in order. */
  ticks(): string[] {
    return this.runs.map(({ tick }) => toTime(tick))
  }

  /** The history, oldest first, as `10:01:00 ok`. */
  async history(): Promise<string[]> {
    const records = await this.scheduler().history({ limit: 1000 })
    return records.map(({ tick, state }) => `${toTime(tick)} ${state}`).toReversed()
  }

  /** Waits until the newest tick has the given state and attempt. */
  async untilNewest(state: RunState, attempt = 1): Promise<void> {
    const deadline = performance.now() + 5000
    while (performance.now() < deadline) {
      const [newest] = await this.scheduler().history({ limit: 1 })
      if (newest?.state === state && newest.attempt === attempt) return
      await new Promise((resolve) => setImmediate(resolve))
    }
    throw new Error(`No tick reached the state "${state}"`)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.database.close()
  }
}

function toTime(date: Date): string {
  return date.toISOString().slice(11, 19)
}
