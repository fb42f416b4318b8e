// Compares libraries of jobs: `npm start`. Needs `redis-server`; PostgreSQL starts by itself.
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { startPostgres } from '../../packages/tenon/test/support/postgres-server.ts'

const REDIS_PORT = 6399

const redis = spawn('redis-server', ['--port', String(REDIS_PORT), '--save', ''], {
  stdio: 'ignore',
})
await delay(500)
await using postgres = await startPostgres()
const postmaster = await findPostmaster(postgres.url)
const sqlite = `sqlite:${join(mkdtempSync(join(tmpdir(), 'tenon-bench-')), 'jobs.sqlite')}`

const contenders = [
  ['tenon', await newDatabase('tenon'), postmaster, 'Tenon on PostgreSQL'],
  ['graphile-worker', await newDatabase('graphile'), postmaster, 'graphile-worker'],
  ['pg-boss', await newDatabase('boss'), postmaster, 'pg-boss with LISTEN'],
  ['bullmq', `redis://127.0.0.1:${REDIS_PORT}`, redis.pid ?? 0, 'BullMQ (Redis, not persistent)'],
  ['tenon', sqlite, 0, 'Tenon on SQLite'],
] as const

const asked = process.argv.slice(2)
console.log(
  '| | dispatched | in bulk | run | run per second | pick-up |\n|---|---|---|---|---|---|',
)
for (const [name, url, pid, title] of contenders) {
  if (asked.length > 0 && !asked.includes(name)) continue
  const args = [
    '--conditions=source',
    join(import.meta.dirname, 'measure.ts'),
    name,
    url,
    String(pid),
  ]
  const output = execFileSync(process.execPath, args, { encoding: 'utf8', timeout: 180_000 })
  const { dispatched, dispatchedInBulk, run, runPerSecond, pickUpMs } = JSON.parse(
    output.trim().split('\n').at(-1) ?? '',
  )
  const cells = [dispatched, dispatchedInBulk, run, runPerSecond].map((n) => n.toLocaleString('en'))
  console.log(`| ${[title, ...cells, `${pickUpMs} ms`].join(' | ')} |`)
}
redis.kill()

async function newDatabase(name: string): Promise<string> {
  const client = new Client({ connectionString: postgres.url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return postgres.url.replace(/\/postgres$/, `/${name}`)
}

/** The process that started the backend of a connection. */
async function findPostmaster(connectionString: string): Promise<number> {
  const client = new Client({ connectionString })
  await client.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const stat = readFileSync(`/proc/${rows[0].pid}/stat`, 'utf8')
  await client.end()
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}
