import type { Database } from '../../data/database/database.ts'
import { sql, type Sql } from '../../data/database/sql.ts'
import { toNow } from '../lease/store-clock.ts'
import { hasJobTables } from './job-tables.ts'
import { PausedQueues, type PausedQueue } from './store/paused-queues.ts'
import { StepStore } from './store/step-store.ts'
import { CANCEL_CHANNEL, JOB_CHANNEL } from './store/channels.ts'
import type { DoneJobRow } from './tables/done-job-table.ts'
import { JOB_STATES, type JobRow, type JobState } from './tables/job-table.ts'

/** All states of a stored job. Jobs in `done` are finished ones that are kept. */
export const RECORDED_STATES = [...JOB_STATES, 'done'] as const

export type RecordedState = (typeof RECORDED_STATES)[number]

/** A job as it is stored. */
export interface JobRecord {
  readonly id: number
  readonly name: string
  readonly queue: string
  readonly state: RecordedState
  readonly priority: number
  /** The attempts so far, out of at most `attempts`. */
  readonly attempt: number
  readonly attempts: number
  /** The input of the dispatch. In a list, a long input is the start of its JSON text, ending with `…`. */
  readonly input: unknown
  readonly createdAt: Date
  /** When the job may start, or could have started. */
  readonly runAt: Date
  /** When its last attempt started. */
  readonly startedAt: Date | null
  readonly failedAt: Date | null
  /** When the job was done, and how long the last attempt took. */
  readonly endedAt: Date | null
  readonly durationMs: number | null
  /** The percentage that the job last reported. */
  readonly progress: number | null
  /** What the function returned, if the job is done and kept. */
  readonly result: unknown
  /** `host:pid:random` of the process that runs it. */
  readonly worker: string | null
  /** Why the last attempt failed. */
  readonly error: string | null
  readonly stack: string | null
}

/** Selects jobs. */
export interface JobQuery {
  readonly name?: string | undefined
  readonly queue?: string | undefined
  readonly state?: RecordedState | undefined
  /** Only jobs that are older than the one with this id. */
  readonly before?: number | undefined
  /** The maximum number of jobs, newest first. Default: 50. */
  readonly limit?: number | undefined
}

/** The jobs to change: those with these ids, or all with a name. */
export type JobSelection =
  | { readonly ids: readonly number[]; readonly name?: string }
  | { readonly name: string }

/** How many jobs of a name are in a state. */
export interface JobCount {
  readonly queue: string
  readonly name: string
  readonly state: JobState
  readonly count: number
  /** When the oldest of them could have started. */
  readonly oldest: Date
}

/** What the jobs of a queue do. `waiting`: could start now; `delayed`: may not start yet. */
export type QueueState = (typeof QUEUE_STATES)[number]

const QUEUE_STATES = ['waiting', 'delayed', 'running', 'failed'] as const

/** How many jobs of a queue are in a state. */
export interface QueueCount {
  readonly queue: string
  readonly state: QueueState
  readonly count: number
  /** How long ago the oldest job could have started; 0 if there are no jobs. */
  readonly oldestMs: number
  /** Whether the queue starts no jobs, because somebody has paused it. */
  readonly isPaused: boolean
}

/** Reads the stored jobs, and retries, forgets or cancels them. */
export class JobRecords {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  async list({ name, queue, state, before, limit = 50 }: JobQuery = {}): Promise<JobRecord[]> {
    if (!(await hasJobTables(this.#database))) return []
    const [isNamed, isInQueue, isOlder] = [
      name === undefined ? sql`1 = 1` : sql`name = ${name}`,
      queue === undefined ? sql`1 = 1` : sql`queue = ${queue}`,
      before === undefined ? sql`1 = 1` : sql`id < ${before}`,
    ]
    const isMeant = sql`${isNamed} and ${isInQueue} and ${isOlder}`
    const page = sql`order by id desc limit ${limit}`
    const isInState = state === undefined ? sql`1 = 1` : sql`state = ${state}`
    const jobs =
      state === 'done' ? [] : await this.#readList(sql`${isMeant} and ${isInState} ${page}`)
    const isDoneMeant = state === undefined || state === 'done'
    const done = isDoneMeant ? await this.#readDone(LISTED_INPUT, sql`${isMeant} ${page}`) : []
    return [...jobs, ...done.map((row) => toDoneRecord(row, toListedInput(row.input)))]
      .toSorted((a, b) => b.id - a.id)
      .slice(0, limit)
  }

  async find(id: number): Promise<JobRecord | null> {
    if (!(await hasJobTables(this.#database))) return null
    const [row] = await this.#read(sql`input`, sql`id = ${id}`)
    if (row !== undefined) return toJobRecord(row, JSON.parse(row.input))
    const [done] = await this.#readDone(sql`input`, sql`id = ${id}`)
    return done === undefined ? null : toDoneRecord(done, JSON.parse(done.input))
  }

  /** Counts the jobs by queue, name and state. */
  async count(): Promise<JobCount[]> {
    if (!(await hasJobTables(this.#database))) return []
    const rows = await this.#database.query<Omit<JobCount, 'oldest'> & { oldest: number }>(sql`
      select queue, name, state, count(*) as count, min(run_at) as oldest from tenon_jobs
      group by queue, name, state order by queue, name, state`)
    return rows.map((row) => ({ ...row, oldest: new Date(row.oldest) }))
  }

  /** The queues that start no jobs. */
  async paused(): Promise<readonly PausedQueue[]> {
    if (!(await hasJobTables(this.#database))) return []
    return new PausedQueues(this.#database).list()
  }

  /** Counts the jobs of queues in each state, including states without jobs. */
  async countQueues(queues: readonly string[]): Promise<QueueCount[]> {
    const counts = (await hasJobTables(this.#database)) ? await this.#countQueues() : []
    const paused = new Set((await this.paused()).map(({ queue }) => queue))
    const found = new Map(counts.map((each) => [`${each.state} ${each.queue}`, each]))
    const all = [...new Set([...queues, ...counts.map(({ queue }) => queue)])]
    return all.flatMap((queue) =>
      QUEUE_STATES.map((state) => {
        const counted = found.get(`${state} ${queue}`) ?? { queue, state, count: 0, oldestMs: 0 }
        return { ...counted, isPaused: paused.has(queue) }
      }),
    )
  }

  async #countQueues(): Promise<Omit<QueueCount, 'isPaused'>[]> {
    const now = toNow(this.#database.dialect, undefined)
    const rows = await this.#database.query<Omit<QueueCount, 'isPaused'> & { age: number }>(sql`
      select queue, state, count(*) as count, max(age) as age from (
        select queue, now - run_at as age, case
          when state in ('running', 'failed') then state
          when state = 'delayed' and run_at > now then 'delayed'
          else 'waiting' end as state
        from tenon_jobs cross join (select ${now} as now) as clock) as counted
      group by queue, state`)
    return rows.map(({ queue, state, count, age }) => ({
      queue,
      state,
      count,
      oldestMs: Math.max(age, 0),
    }))
  }

  /**
   * Makes failed jobs ready at once, with all their attempts again. Returns the ids of the retried jobs.
   *
   * If several failed jobs have the same unique key, it retries the newest. It retries none of them if a job with that
   * key waits or runs.
   */
  async retry(selection: JobSelection): Promise<readonly number[]> {
    const retried = await this.#change(sql`
      update tenon_jobs set attempt = 0, run_at = ${toNow(this.#database.dialect, undefined)},
        state = case when lane is null then 'ready' else 'behind' end, failed_at = null
      where state = 'failed' and ${toCondition(selection)} and (unique_key is null or id = (
        select max(same.id) from tenon_jobs as same
        where same.name = tenon_jobs.name and same.unique_key = tenon_jobs.unique_key
        having min(case when same.state = 'failed' then 1 else 0 end) = 1))
      returning id`)
    await this.#database.afterCommit(() => this.#database.wake(JOB_CHANNEL))
    return retried
  }

  async select(selection: JobSelection): Promise<JobRecord[]> {
    if (!(await hasJobTables(this.#database))) return []
    return this.#readList(sql`${toCondition(selection)} order by id`)
  }

  /** Deletes jobs that do not run; returns their ids. */
  forget(selection: JobSelection): Promise<readonly number[]> {
    return this.#database.transaction(async () => {
      const forgotten = await this.#change(sql`
        delete from tenon_jobs where state <> 'running' and ${toCondition(selection)} returning id`)
      await new StepStore(this.#database).forget(forgotten)
      return forgotten
    })
  }

  /**
   * Stops jobs that wait or run by deleting them; returns their ids. The workers of running jobs notice the deletion.
   */
  cancel(selection: JobSelection): Promise<readonly number[]> {
    return this.#database.transaction(async () => {
      const cancelled = await this.#change(sql`
        delete from tenon_jobs where state <> 'failed' and ${toCondition(selection)} returning id`)
      await forgetCancelled(this.#database, cancelled)
      return cancelled
    })
  }

  async #change(statement: Sql): Promise<readonly number[]> {
    if (!(await hasJobTables(this.#database))) return []
    const changed = await this.#database.query<{ id: number }>(statement)
    return changed.map(({ id }) => id).toSorted((a, b) => a - b)
  }

  /** Reads only the start of each input: inputs may have a megabyte each. */
  async #readList(condition: Sql): Promise<JobRecord[]> {
    const rows = await this.#read(LISTED_INPUT, condition)
    return rows.map((row) => toJobRecord(row, toListedInput(row.input)))
  }

  #readDone(input: Sql, condition: Sql): Promise<ReadDoneRow[]> {
    return this.#database.query<ReadDoneRow>(sql`
      select id, name, queue, priority, attempt, attempts, ${input}, result, created_at, run_at,
        started_at, ended_at
      from tenon_done_jobs where ${condition}`)
  }

  #read(input: Sql, condition: Sql): Promise<ReadRow[]> {
    return this.#database.query<ReadRow>(sql`
      select id, name, queue, state, priority, attempt, attempts, ${input}, created_at, run_at,
        started_at, failed_at, worker, error, stack, progress
      from tenon_jobs where ${condition}`)
  }
}

/** The jobs of a database at a glance, for the development page. */
export interface JobOverview {
  readonly counts: readonly JobCount[]
  /** The newest jobs: waiting, running, failed or kept. */
  readonly newest: readonly JobRecord[]
  readonly paused: readonly PausedQueue[]
}

/** Reads an overview; it is empty while there are no tables for jobs. */
export async function readJobOverview(database: Database, limit = 20): Promise<JobOverview> {
  const records = new JobRecords(database)
  return {
    counts: await records.count(),
    newest: await records.list({ limit }),
    paused: await records.paused(),
  }
}

/** Deletes the steps of cancelled jobs, and tells the workers that may run them. */
export async function forgetCancelled(database: Database, jobs: readonly number[]): Promise<void> {
  if (jobs.length === 0) return
  await new StepStore(database).forget(jobs)
  await database.afterCommit(() => {
    database.wake(CANCEL_CHANNEL)
    database.wake(JOB_CHANNEL)
  })
}

function toCondition(selection: JobSelection): Sql {
  if (!('ids' in selection)) return sql`name = ${selection.name}`
  const { ids, name } = selection
  return sql`id in (${ids}) and ${name === undefined ? sql`1 = 1` : sql`name = ${name}`}`
}

type ReadRow = Omit<
  JobRow,
  | 'lease_until'
  | 'unique_key'
  | 'frees_key'
  | 'lane'
  | 'lane_rules'
  | 'batch'
  | 'trace'
  | 'language'
  | 'actor'
>

/** How many characters of an input's JSON a list shows. */
const LISTED_LENGTH = 1000

const LISTED_INPUT = sql`substr(input, 1, ${LISTED_LENGTH + 1}) as input`

/** The databases count code points, so a complete input may have more UTF-16 units than the limit. */
function toListedInput(start: string): unknown {
  const characters = Array.from(start)
  if (characters.length <= LISTED_LENGTH) return JSON.parse(start)
  return `${characters.slice(0, LISTED_LENGTH).join('')}…`
}

function toJobRecord(
  { created_at, run_at, started_at, failed_at, ...row }: ReadRow,
  input: unknown,
): JobRecord {
  return {
    ...row,
    input,
    createdAt: new Date(created_at),
    runAt: new Date(run_at),
    startedAt: started_at === null ? null : new Date(started_at),
    failedAt: failed_at === null ? null : new Date(failed_at),
    endedAt: null,
    durationMs: null,
    result: null,
  }
}

type ReadDoneRow = Omit<DoneJobRow, 'kept_until'>

function toDoneRecord(
  { created_at, run_at, started_at, ended_at, result, ...row }: ReadDoneRow,
  input: unknown,
): JobRecord {
  return {
    ...row,
    input,
    state: 'done',
    createdAt: new Date(created_at),
    runAt: new Date(run_at),
    startedAt: started_at === null ? null : new Date(started_at),
    failedAt: null,
    endedAt: new Date(ended_at),
    durationMs: started_at === null ? null : ended_at - started_at,
    progress: 100,
    result: result === null ? null : JSON.parse(result),
    worker: null,
    error: null,
    stack: null,
  }
}
