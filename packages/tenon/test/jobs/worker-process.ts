import { createDatabase } from '../../src/data/drivers/create-database.ts'
import { JobWorker } from '../../src/work/jobs/worker.ts'
import { chaosJobs } from './chaos-jobs.ts'

/** `jobs:work` in a separate process. */
const stop = new AbortController()
process.once('SIGTERM', () => stop.abort())
await using database = createDatabase(String(process.env['WORKER_URL']))
await new JobWorker({
  database,
  jobs: chaosJobs,
  lease: `${Number(process.env['WORKER_LEASE_MS'])}ms`,
  log: { info: () => {}, warn: () => {}, error: () => {} },
}).work(stop.signal)
