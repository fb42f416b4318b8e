import { createDatabase } from '../../src/data/drivers/create-database.ts'
import { registerStorage } from '../../src/stores/storage/current-storage.ts'
import { JobWorker } from '../../src/work/jobs/worker.ts'
import { MailServerLink, mailServers } from '../../src/work/smtp/mail-server-link.ts'
import { chaosJobs } from './chaos-jobs.ts'

/** `jobs:work` in a separate process. */
const stop = new AbortController()
process.once('SIGTERM', () => stop.abort())
// A neighbour that is frozen, on a machine that is busy, may hold the lock of SQLite for as long.
await using database = createDatabase(String(process.env['WORKER_URL']), { lockTimeout: '1m' })
using _storage = registerStorage(String(process.env['WORKER_STORAGE_URL']))
using server = new MailServerLink(String(process.env['WORKER_MAIL_URL']))
mailServers.register(server)
await new JobWorker({
  database,
  jobs: chaosJobs,
  lease: `${Number(process.env['WORKER_LEASE_MS'])}ms`,
  log: { info: () => {}, warn: () => {}, error: () => {} },
}).work(stop.signal)
