/**
 * The same routes on PostgreSQL, by Tenon and its peers: CPU of the server and of the database per request, and
 * latency beside a slow statement. PostgreSQL starts by itself.
 *
 *     node --conditions=source bench/http/postgres.ts [--rounds 15] [--ms 250] [--connections 1,32,256]
 *                                                     [--only tenon,node] [--write]
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { startPostgres } from '../../packages/tenon/test/support/postgres-server.ts'
import { serverSeconds } from '../jobs/server-cpu.ts'
import { refreshPages } from '../page.ts'
import { RunningContender, type Contender } from './contender.ts'
import { bun } from './contenders.ts'
import { Load } from './load.ts'
import { toPostgresReport, type Beside, type Turn } from './postgres-report.ts'
import {
  postgresScenarios,
  record,
  slow,
  TABLES,
  type PostgresScenario,
} from './postgres-scenarios.ts'
import { rotate } from './rotate.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    ms: { type: 'string', default: '250' },
    warmup: { type: 'string', default: '2000' },
    connections: { type: 'string', default: '1,32,256' },
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})

const contenders: readonly Contender[] = [
  { name: '`node:http` with `pg`, by hand', file: 'postgres/node.ts', package: 'pg' },
  { name: 'Tenon', file: 'postgres/tenon.ts', package: '../../packages/tenon' },
  { name: 'Fastify with `pg`', file: 'postgres/fastify.ts', package: 'fastify' },
  { name: 'Fastify with Drizzle', file: 'postgres/fastify-drizzle.ts', package: 'drizzle-orm' },
  { name: 'AdonisJS with Lucid', file: 'postgres/adonis.ts', package: '@adonisjs/lucid' },
  {
    name: 'Bun with Elysia, its own driver',
    file: 'postgres/bun-elysia.ts',
    package: 'elysia',
    runtime: bun,
  },
]
const chosen = contenders.filter(
  ({ file }) => values.only?.split(',').some((part) => file.includes(part)) ?? true,
)
const counts = values.connections.split(',').map(Number)
const rounds = Number(values.rounds)
/** The number of connections that send slow statements while 32 others ask for a record. */
const SLOW_CONNECTIONS = 8
const loadCore = '1'

spawnSync('taskset', ['-acp', loadCore, String(process.pid)])
// Commits do not wait for the disk: only CPU is compared.
await using postgres = await startPostgres()
const [postmaster = ''] = readFileSync(join(postgres.data, 'postmaster.pid'), 'utf8').split('\n')
using servers = await startAll()
const turns: Turn[] = []
const besides: Beside[] = []
for (const connections of counts) {
  for (const scenario of postgresScenarios) await compare(scenario, connections)
}
for (let round = 0; round < rounds; round++) {
  for (const server of rotate(servers.all, round)) besides.push(await measureBeside(server))
}

const report = toPostgresReport({ contenders: chosen, counts, turns, besides })
console.log(report)
if (values.write) {
  writeFileSync(join(import.meta.dirname, 'postgres.results.md'), report)
  refreshPages()
}

async function startAll(): Promise<Disposable & { readonly all: readonly RunningContender[] }> {
  const all: RunningContender[] = []
  for (const [index, contender] of chosen.entries()) {
    const environment = { ...contender.environment, DATABASE_URL: await createDatabase(index) }
    all.push(await RunningContender.start({ ...contender, environment }, 18_300 + index))
  }
  return { all, [Symbol.dispose]: () => all.forEach((server) => server[Symbol.dispose]()) }
}

async function createDatabase(index: number): Promise<string> {
  const url = new URL(postgres.url)
  await query(url, `create database contender_${index}`)
  url.pathname = `/contender_${index}`
  await query(url, TABLES)
  return url.href
}

async function query(url: Readonly<URL>, text: string): Promise<void> {
  const client = new Client(url.href)
  await client.connect()
  await client.query(text)
  await client.end()
}

async function compare(scenario: PostgresScenario, connections: number): Promise<void> {
  const lengths = new Map<RunningContender, number>()
  for (const server of servers.all) {
    lengths.set(server, await warmUp(server, scenario, connections))
  }
  for (let round = 0; round < rounds; round++) {
    for (const server of rotate(servers.all, round)) {
      using load = await Load.open(server.port, connections)
      const length = lengths.get(server) ?? 0
      await load.run(scenario.toRequest, length, 20)
      const before = await readSeconds(server)
      const { requests } = await load.run(scenario.toRequest, length, Number(values.ms))
      const after = await readSeconds(server)
      turns.push({
        contender: server.name,
        scenario: scenario.name,
        connections,
        serverMicros: ((after.server - before.server) * 1e6) / requests,
        databaseMicros: ((after.database - before.database) * 1e6) / requests,
      })
    }
  }
}

/** Verifies the response, then repeats the request until the server's code has been compiled. Returns its length. */
async function warmUp(server: RunningContender, scenario: PostgresScenario, connections: number) {
  using load = await Load.open(server.port, connections)
  const { answer, length } = await load.probe(scenario.toRequest(0))
  try {
    scenario.verify(answer)
  } catch (cause) {
    throw new Error(`${server.name} answers "${scenario.name}" wrongly: ${answer.body}`, { cause })
  }
  await load.run(scenario.toRequest, length, Number(values.warmup))
  return length
}

async function readSeconds(server: RunningContender) {
  const { cpuMicros } = await server.usage()
  return { server: cpuMicros / 1e6, database: serverSeconds(Number(postmaster)) }
}

/** How long a record takes while slow statements hold connections of the pool. */
async function measureBeside(server: RunningContender): Promise<Beside> {
  using slowLoad = await Load.open(server.port, SLOW_CONNECTIONS)
  using load = await Load.open(server.port, 32)
  const [slowProbe, probe] = [
    await slowLoad.probe(slow.toRequest(0)),
    await load.probe(record.toRequest(0)),
  ]
  slow.verify(slowProbe.answer)
  const ms = 2 * Number(values.ms)
  const [, { medianMicros, p99Micros }] = await Promise.all([
    slowLoad.run(slow.toRequest, slowProbe.length, ms),
    load.run(record.toRequest, probe.length, ms),
  ])
  return { contender: server.name, medianMicros, p99Micros }
}
