/**
 * Compares libraries of jobs on servers that wait for the disk: in each round, every one is measured once; the
 * medians are reported. Needs `redis-server`; PostgreSQL starts by itself.
 *
 *     node --conditions=source bench/jobs/run.ts [tenon graphile-worker …] [--rounds 7] [--fast] [--write]
 *       [--postgres /usr/lib/postgresql/15/bin]
 */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { startPostgres } from '../../packages/tenon/test/support/postgres-server.ts'
import { toMedian } from '../http/report.ts'
import { refreshPages } from '../page.ts'
import type { Figures } from './measure.ts'

const REDIS_PORT = 6399

const { values, positionals: asked } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    /** Servers that do not wait for the disk, to see what the libraries cost by themselves. */
    fast: { type: 'boolean', default: false },
    /** The folder of another PostgreSQL's binaries; its results are written to a file of their own. */
    postgres: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})

const folder = mkdtempSync(join(tmpdir(), 'tenon-bench-'))
const durableRedis = ['--appendonly', 'yes', '--appendfsync', 'always', '--dir', folder]
const redis = spawn(
  'redis-server',
  ['--port', String(REDIS_PORT), '--save', '', ...(values.fast ? [] : durableRedis)],
  { stdio: 'ignore' },
)
await delay(500)
await using postgres = await startPostgres({
  isDurable: !values.fast,
  binaries: values.postgres,
})
const postmaster = Number(
  readFileSync(join(postgres.data, 'postmaster.pid'), 'utf8').split('\n')[0],
)

/** A library on a store: the file of its contender, and what to measure it with. */
interface Entry {
  readonly title: string
  readonly name: string
  readonly server: number
  /** Returns the URL of an empty store. */
  readonly open: (round: number) => Promise<string>
}

const onPostgres = (title: string, name: string): Entry => ({
  title,
  name,
  server: postmaster,
  open: (round) => createDatabase(`${name.replaceAll('-', '_')}_${round}`),
})

const entries: readonly Entry[] = [
  onPostgres('**Tenon on PostgreSQL**', 'tenon'),
  onPostgres(`graphile-worker ${versionOf('graphile-worker')}`, 'graphile-worker'),
  onPostgres(`pg-boss ${versionOf('pg-boss')}`, 'pg-boss'),
  {
    title: `BullMQ ${versionOf('bullmq')} on Redis`,
    name: 'bullmq',
    server: redis.pid ?? 0,
    open: () => emptyRedis(),
  },
  {
    title: '**Tenon on SQLite**',
    name: 'tenon',
    server: 0,
    open: async (round) => `sqlite:${join(folder, `jobs-${round}.sqlite`)}`,
  },
]
const chosen = entries.filter(({ name }) => asked.length === 0 || asked.includes(name))

const samples = new Map<Entry, Figures[]>(chosen.map((entry) => [entry, []]))
for (let round = 0; round < Number(values.rounds); round++) {
  for (const entry of chosen) {
    const figures = measure(entry, await entry.open(round))
    samples.get(entry)?.push(figures)
    console.log(entry.title, JSON.stringify(figures))
  }
}
const version = await versionOfPostgres()
const report = toReport()
console.log(`\n${report}`)
if (values.write) {
  const [major = ''] = /\d+/.exec(version) ?? []
  const file = values.postgres === undefined ? 'results.md' : `postgres-${major}.results.md`
  writeFileSync(join(import.meta.dirname, file), report)
  refreshPages()
}
redis.kill()
rmSync(folder, { recursive: true })

function measure({ name, server }: Entry, url: string): Figures {
  const file = join(import.meta.dirname, 'measure.ts')
  const args = ['--conditions=source', file, name, url, String(server)]
  const output = execFileSync(process.execPath, args, { encoding: 'utf8', timeout: 600_000 })
  return JSON.parse(output.trim().split('\n').at(-1) ?? '')
}

function toReport(): string {
  const rows = chosen.map((entry) => {
    const all = samples.get(entry) ?? []
    const median = (pick: (figures: Figures) => number) => toMedian(all.map(pick))
    const counts = [
      median(({ dispatched }) => dispatched),
      median(({ dispatchedInBulk }) => dispatchedInBulk),
      ...[0, 1].flatMap((place) => [
        median(({ runs }) => runs[place]?.perCpuSecond ?? NaN),
        median(({ runs }) => runs[place]?.perSecond ?? NaN),
      ]),
    ].map((count) => Math.round(count).toLocaleString('en'))
    const pickUp = `${median(({ pickUpMs }) => pickUpMs).toFixed(1)} ms`
    const slowest = `${median(({ slowestPickUpMs }) => slowestPickUpMs).toFixed(1)} ms`
    return `| ${[entry.title, ...counts, pickUp, slowest].join(' | ')} |`
  })
  const date = new Date().toISOString().slice(0, 10)
  const cpu = `${cpus().length} × ${cpus()[0]?.model.trim()}`
  return `| | dispatched | in bulk | run, 10 at a time | per second | run, 100 at a time | per second | pick-up | p99 |
|---|---:|---:|---:|---:|---:|---:|---:|---:|
${rows.join('\n')}

The medians of ${values.rounds} rounds, in each of which they take turns. Node ${process.version}, ${version}, ${values.fast ? 'not durable' : 'durable'}, ${cpu}, load ${loadavg()[0]?.toFixed(0)}, ${date}.
`
}

async function createDatabase(name: string): Promise<string> {
  const client = new Client({ connectionString: postgres.url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return postgres.url.replace(/\/postgres$/, `/${name}`)
}

async function emptyRedis(): Promise<string> {
  execFileSync('redis-cli', ['-p', String(REDIS_PORT), 'flushall'])
  return `redis://127.0.0.1:${REDIS_PORT}`
}

async function versionOfPostgres(): Promise<string> {
  const client = new Client({ connectionString: postgres.url })
  await client.connect()
  const { rows } = await client.query('show server_version')
  await client.end()
  return `PostgreSQL ${rows[0].server_version}`
}

function versionOf(name: string): string {
  const file = join(import.meta.dirname, 'node_modules', name, 'package.json')
  return JSON.parse(readFileSync(file, 'utf8')).version
}
