import type { Database } from '../../../data/database/database.ts'
import { hasTable } from '../../../data/database/dialects/has-table.ts'
import { sql, Sql } from '../../../data/database/sql.ts'
import type { Clock } from '../../lease/clock.ts'
import { toNow } from '../../lease/store-clock.ts'
import { type WorkerRow, workerTable } from '../tables/queue-tables.ts'
import { READY_QUEUES } from './job-statements.ts'

/** A queue with waiting jobs and no worker. */
export interface UnattendedQueue {
  readonly queue: string
  /** How many of its jobs wait for more than a minute. */
  readonly count: number
  /** How long the oldest of them has been waiting. */
  readonly oldestMs: number
}

/** How often a worker reports which queues it works on. */
export const REPORT_MS = 15_000

/** How long a worker counts as present after a report. A job may wait this long without a worker. */
const PRESENT_MS = 60_000

/** Reports of workers are deleted after this time. */
const FORGET_MS = 24 * 60 * 60 * 1000

/**
 * Which queues have workers. Only the workers can tell: a queue without running jobs may be at its rate limit, or have
 * nothing to do.
 */
export class Presence {
  readonly #database: Database
  readonly #clock: Clock | undefined

  constructor(database: Database, clock?: Clock) {
    this.#database = database
    this.#clock = clock
  }

  /** Reports the queues of a worker, and deletes reports of workers that are long gone. */
  async report(worker: string, queues: readonly string[]): Promise<void> {
    const list = JSON.stringify(queues)
    await this.#database.query(sql`
      insert into tenon_job_workers (worker, queues, seen_at) values (${worker}, ${list}, ${this.#now})
      on conflict (worker) do update set queues = excluded.queues, seen_at = excluded.seen_at`)
    await this.#database.query(sql`
      delete from tenon_job_workers where seen_at < ${this.#now} - ${FORGET_MS}`)
  }

  /** Finds the queues without a worker, among `known` and any others, whose jobs wait. */
  async findUnattended(known: readonly string[]): Promise<readonly UnattendedQueue[]> {
    if (!(await hasTable(this.#database, workerTable.name))) return []
    const attended = await this.#findAttended()
    const queues = new Set([...known, ...(await this.#findQueues())])
    const left = [...queues].filter((queue) => !attended.has(queue))
    if (left.length === 0) return []
    const rows = await this.#database.query<{ queue: string; count: number; age: number }>(sql`
      select queue, count(*) as count, max(clock.now - run_at) as age
      from tenon_jobs cross join (select ${this.#now} as now) as clock
      where queue in (${left}) and run_at < clock.now - ${PRESENT_MS} and (
        state in ('ready', 'delayed', 'crashed')
        or state = 'running' and lease_until < clock.now - ${PRESENT_MS}
        or state = 'behind' and not exists (
          select 1 from tenon_jobs as active
          where active.lane = tenon_jobs.lane and active.state in ('ready', 'running', 'crashed')))
      group by queue order by queue`)
    return rows.map(({ queue, count, age }) => ({ queue, count, oldestMs: age }))
  }

  /**
   * The queues with jobs that could have started a minute ago. It omits only queues whose jobs are all behind others.
   */
  async #findQueues(): Promise<readonly string[]> {
    const rows = await this.#database.query<{ queue: string }>(sql`
      ${new Sql([READY_QUEUES], [])}
      select queue from queues where queue is not null
      union
      select queue from tenon_jobs
      where state in ('delayed', 'running', 'crashed') and run_at < ${this.#now} - ${PRESENT_MS}`)
    return rows.map(({ queue }) => queue)
  }

  /** The queues of present workers. A worker with running jobs is present even if it does not report. */
  async #findAttended(): Promise<ReadonlySet<string>> {
    const reports = await this.#database.query<Pick<WorkerRow, 'queues'>>(sql`
      select queues from tenon_job_workers where seen_at >= ${this.#now} - ${PRESENT_MS}`)
    const running = await this.#database.query<{ queue: string }>(sql`
      select distinct queue from tenon_jobs
      where state = 'running' and lease_until >= ${this.#now}`)
    const reported = reports.flatMap(({ queues }): readonly string[] => JSON.parse(queues))
    return new Set([...reported, ...running.map(({ queue }) => queue)])
  }

  get #now(): Sql {
    return toNow(this.#database.dialect, this.#clock)
  }
}
