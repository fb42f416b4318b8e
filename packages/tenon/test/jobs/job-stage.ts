import { withDatabase } from '../../src/data/database/current-database.ts'
import type { Database } from '../../src/data/database/database.ts'
import { sql } from '../../src/data/database/sql.ts'
import type { AnyJob } from '../../src/jobs.ts'
import { createJobTables } from '../../src/work/jobs/job-tables.ts'
import type { JobOutcome } from '../../src/work/jobs/running-jobs.ts'
import { JobWorker, type JobWorkerOptions } from '../../src/work/jobs/worker.ts'
import { RecordedLog } from '../schedule/recorded-log.ts'

/** A database with the tables of jobs, a time that the test gives, and workers on it. */
export class JobStage {
  readonly database: Database
  readonly log = new RecordedLog()
  readonly outcomes: JobOutcome[] = []
  now = Date.parse('2026-11-20T12:00:00Z')

  constructor(database: Database) {
    this.database = database
  }

  static async on(database: Database): Promise<JobStage> {
    await createJobTables(database)
    return new JobStage(database)
  }

  /** Runs code with the database as the current one. */
  in<Result>(work: () => Result): Result {
    return withDatabase(this.database, work)
  }

  worker(jobs: readonly AnyJob[], options: Partial<JobWorkerOptions> = {}): JobWorker {
    const { database, log, outcomes } = this
    const onSettled = (outcome: JobOutcome) => outcomes.push(outcome)
    return new JobWorker({ database, jobs, log, onSettled, ...options })
  }

  /** A worker that never renews its leases, as if its process had died. */
  silentWorker(jobs: readonly AnyJob[]): JobWorker {
    return this.worker(jobs, { clock: { now: () => this.now, sleep: () => new Promise(() => {}) } })
  }

  /** Runs what is due now, by the stage's time. */
  async run(...jobs: readonly AnyJob[]): Promise<void> {
    await this.worker(jobs, { clock: { now: () => this.now } }).runDue()
  }

  rows(): Promise<JobRow[]> {
    return this.database.query<JobRow>(sql`
      select id, name, state, attempt, attempts, worker, error, run_at, trace from tenon_jobs order by id`)
  }
}

export interface JobRow {
  readonly id: number
  readonly name: string
  readonly state: string
  readonly attempt: number
  readonly attempts: number
  readonly worker: string | null
  readonly error: string | null
  readonly run_at: number
  readonly trace: string | null
}
