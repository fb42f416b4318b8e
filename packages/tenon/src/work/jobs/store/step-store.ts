import type { Database } from '../../../data/database/database.ts'
import { adapters } from '../../../data/database/dialects/adapters.ts'
import { sql, Sql } from '../../../data/database/sql.ts'
import type { Clock } from '../../lease/clock.ts'
import { toNow } from '../../lease/store-clock.ts'
import { JOB_CHANNEL, SIGNAL_CHANNEL } from '../store/channels.ts'
import type { RunKey } from '../store/new-job.ts'
import type { SignalRow } from '../tables/step-table.ts'
import type { StepRow } from '../tables/step-table.ts'

export interface StoredStep {
  readonly position: number
  readonly name: string
  /** The key of the signal that the step waits for. */
  readonly key: string | null
  /** How many milliseconds it sleeps or waits. */
  readonly wakeInMs: number | null
  /** JSON; `null` without a result. */
  readonly result: string | null
  readonly isDone: boolean
  /** The milliseconds that are left of `wakeInMs`. */
  readonly remainingMs: number
}

/** The steps of jobs, and the signals that some of them wait for. */
export class StepStore {
  readonly #database: Database
  readonly #clock: Clock | undefined

  constructor(database: Database, clock?: Clock) {
    this.#database = database
    this.#clock = clock
  }

  async load(job: number): Promise<ReadonlyMap<number, StoredStep>> {
    const rows = await this.#database.query<ReadStep>(sql`
      select position, name, signal_key, result, is_done, wake_at, ${this.#now} as now
      from tenon_job_steps where job = ${job}`)
    return new Map(rows.map((row) => [row.position, toStoredStep(row)]))
  }

  /** Stores a step; `false` if the worker no longer holds the job. */
  async add(
    worker: string,
    { id, attempt }: RunKey,
    step: Omit<StoredStep, 'remainingMs'>,
  ): Promise<boolean> {
    const { position, name, key, wakeInMs, result, isDone } = step
    const added = await this.#database.query(sql`
      insert into tenon_job_steps (job, position, name, signal_key, wake_at, result, is_done)
      select id, cast(${position} as bigint), cast(${name} as text), cast(${key} as text),
        ${this.#now} + cast(${wakeInMs} as bigint), cast(${result} as text), cast(${Number(isDone)} as integer)
      from tenon_jobs
      where id = ${id} and worker = ${worker} and attempt = ${attempt} and state = 'running'
      returning job`)
    return added.length > 0
  }

  /** Ends a wait that has timed out; `false` if a signal came first. */
  async giveUp(job: number, position: number): Promise<boolean> {
    const ended = await this.#database.query(sql`
      update tenon_job_steps set is_done = 1
      where job = ${job} and position = ${position} and is_done = 0 returning job`)
    return ended.length > 0
  }

  /** Deletes the steps of jobs that are done. */
  async forget(jobs: readonly number[]): Promise<void> {
    if (jobs.length > 0) {
      await this.#database.query(sql`delete from tenon_job_steps where job in (${jobs})`)
    }
  }

  /** Keeps a signal until a job waits for it. */
  async signal(name: string, key: string, value: unknown): Promise<void> {
    const text = JSON.stringify({ value })
    await this.#database.query(sql`
      insert into tenon_job_signals (name, signal_key, value, created_at)
      values (${name}, ${key}, ${text}, ${this.#now})`)
    await this.#database.afterCommit(() => this.#database.wake(SIGNAL_CHANNEL))
  }

  /**
   * Gives each signal to the jobs that wait for it; returns whether it gave any. A second signal with the same key
   * stays for jobs that wait later.
   *
   * A job may have begun to wait but not be suspended yet. Its row then gets a mark, so that it continues at once. A
   * job that is already waiting for a worker, because its time is up or its process has died, keeps its place in the
   * queue.
   */
  async deliver(): Promise<boolean> {
    const [pair] = await this.#database.query(sql`select 1 as found ${PAIRS} limit 1`)
    return pair !== undefined && this.#deliver()
  }

  /** Deletes some of the old signals that no job has waited for. Returns whether more are left. */
  async prune(): Promise<boolean> {
    const isOld = sql`created_at < ${this.#now} - cast(${KEPT_MS} as bigint)`
    const some = sql`select id from tenon_job_signals where ${isOld} limit ${FORGOTTEN_AT_ONCE}`
    const hasOld = async () =>
      (await this.#database.query(sql`select 1 as found from (${some}) as old limit 1`)).length > 0
    if (!(await hasOld())) return false
    await this.#database.query(sql`delete from tenon_job_signals where id in (${some})`)
    return hasOld()
  }

  #deliver(): Promise<boolean> {
    return this.#database.transaction(async () => {
      const pairs = await this.#database.query<SignalPair>(sql`
        select signals.id as signal, signals.value, steps.job, steps.position
        ${PAIRS} order by signals.id limit 100
        ${new Sql([adapters[this.#database.dialect].lockFreeRows], [])}`)
      const given: SignalPair[] = []
      for (const pair of pairs) if (await this.#give(pair)) given.push(pair)
      if (given.length === 0) return false
      await this.#database.query(sql`
        update tenon_jobs set
          run_at = case state when 'delayed' then ${this.#now} when 'running' then ${SIGNALLED} else run_at end,
          state = case when state <> 'delayed' then state
            when lane is null then 'ready' else 'behind' end
        where id in (${given.map(({ job }) => job)})`)
      await this.#forgetSignals(given.map(({ signal }) => signal))
      // Other workers may have the queues of these jobs.
      await this.#database.afterCommit(() => this.#database.wake(JOB_CHANNEL))
      return true
    })
  }

  /** Ends a wait; `false` if an earlier signal has ended it. */
  async #give({ value, job, position }: SignalPair): Promise<boolean> {
    const ended = await this.#database.query(sql`
      update tenon_job_steps set is_done = 1, result = ${value}
      where job = ${job} and position = ${position} and is_done = 0 returning job`)
    return ended.length > 0
  }

  /** Deletes signals that every waiting job has received. */
  async #forgetSignals(signals: readonly number[]): Promise<void> {
    await this.#database.query(sql`
      delete from tenon_job_signals where id in (${signals}) and not exists (
        select 1 from tenon_job_steps as steps
        where steps.name = tenon_job_signals.name and steps.signal_key = tenon_job_signals.signal_key
          and steps.is_done = 0)`)
  }

  get #now(): Sql {
    return toNow(this.#database.dialect, this.#clock)
  }
}

/** How many old rows one statement deletes. On SQLite, nothing else runs meanwhile. */
export const FORGOTTEN_AT_ONCE = 1000

/** The `run_at` of a running job that has received a signal. */
export const SIGNALLED = -1

/** Signals with the steps that wait for them. */
const PAIRS = sql`
  from tenon_job_signals as signals join tenon_job_steps as steps
    on steps.name = signals.name and steps.signal_key = signals.signal_key
  where steps.is_done = 0`

const KEPT_MS = 30 * 86_400_000

interface SignalPair extends Pick<StepRow, 'job' | 'position'>, Pick<SignalRow, 'value'> {
  readonly signal: number
}

interface ReadStep extends Omit<StepRow, 'job'> {
  readonly now: number
}

function toStoredStep(row: ReadStep): StoredStep {
  const { position, name, signal_key: key, result, wake_at, now } = row
  const remainingMs = wake_at === null ? 0 : wake_at - now
  return { position, name, key, wakeInMs: null, result, isDone: row.is_done === 1, remainingMs }
}
