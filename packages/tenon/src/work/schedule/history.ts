import type { Database } from '../../data/database/database.ts'
import { sql } from '../../data/database/sql.ts'
import type { RUN_STATES, TaskRunRow } from './task-run-table.ts'
import type { TaskRow } from './task-table.ts'

/** The outcome of a tick. */
export type RunState = (typeof RUN_STATES)[number]

/** One entry of the history: the outcome of one tick of one task. */
export interface RunRecord {
  readonly task: string
  readonly tick: Date
  readonly state: RunState
  /** `host:pid:random` of the process that ran it; `null` for a missed tick. */
  readonly owner: string | null
  readonly fence: number
  readonly attempt: number
  readonly startedAt: Date | null
  readonly finishedAt: Date | null
  /** Why it failed, was missed or was lost. */
  readonly error: string | null
}

/** Selects entries of the history. */
export interface HistoryQuery {
  /** Only this task. Default: all. */
  readonly task?: string
  /** Only this outcome. Default: all. */
  readonly state?: RunState
  /** Only ticks before this time. Default: all. */
  readonly before?: Date
  /** The maximum number of entries, newest first. Default: 50. */
  readonly limit?: number
}

/** Reads and prunes the ledger's record of past ticks. */
export class History {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  async read({ task, state, before, limit = 50 }: HistoryQuery): Promise<RunRecord[]> {
    const rows = await this.#database.query<ReadRun>(sql`
      select task, tick, state, owner, fence, attempt, started_at, finished_at, error
      from tenon_task_runs
      where ${task === undefined ? sql`1 = 1` : sql`task = ${task}`}
        and ${state === undefined ? sql`1 = 1` : sql`state = ${state}`}
        and ${before === undefined ? sql`1 = 1` : sql`tick < ${before.getTime()}`}
      order by tick desc, task limit ${limit}`)
    return rows.map(toRunRecord)
  }

  /**
   * Deletes entries before the given time, also of tasks that the code no longer has. Always keeps the newest 100 ticks
   * of a task.
   */
  async prune(before: number): Promise<void> {
    const tasks = await this.#database.query<Pick<TaskRow, 'name'>>(
      sql`select name from tenon_tasks order by name`,
    )
    for (const { name } of tasks) await this.#pruneTask(name, before)
  }

  async #pruneTask(task: string, before: number): Promise<void> {
    await this.#database.query(sql`
      delete from tenon_task_runs
      where task = ${task} and tick < ${before} and state <> 'running'
        and tick < (select min(newest.tick) from (
          select tick from tenon_task_runs where task = ${task} order by tick desc limit 100
        ) as newest)`)
  }

  /** Records every tick before the given time as `missed`; `null` ends the pause. */
  async pause(task: string, until: Date | null): Promise<void> {
    await this.#database.query(sql`
      update tenon_tasks set paused_until = ${until === null ? null : until.getTime()}
      where name = ${task}`)
  }

  async findPausedUntil(task: string): Promise<Date | null> {
    const [row] = await this.#database.query<Pick<TaskRow, 'paused_until'>>(
      sql`select paused_until from tenon_tasks where name = ${task}`,
    )
    return toDate(row?.paused_until ?? null)
  }
}

type ReadRun = Omit<TaskRunRow, 'lease_until'>

function toRunRecord({ started_at, finished_at, ...row }: ReadRun): RunRecord {
  return {
    ...row,
    tick: new Date(row.tick),
    startedAt: toDate(started_at),
    finishedAt: toDate(finished_at),
  }
}

function toDate(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms)
}
