/**
 * Reads, writes, a relation, aggregates and bulk inserts on SQLite and PostgreSQL, with Tenon, the drivers by
 * hand, and other libraries. Each contender runs in a separate process, in short turns one after
 * another. Writes `results.md`.
 *
 *     npm ci --ignore-scripts && npm start [-- --turns 24]
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { startPostgres } from '../../packages/tenon/test/support/postgres-server.ts'
import { type Dialect, type Operation, operations } from './contender.ts'
import { type Results, toReport } from './report.ts'
import { RunningContender } from './running-contender.ts'
import { schemaSql } from './schema.ts'

const { values } = parseArgs({ options: { turns: { type: 'string', default: '24' } } })
const turns = Number(values.turns)
const WARM_UP_MS = 600
const TURN_MS = 60

const contenders: Readonly<Record<Dialect, readonly string[]>> = {
  sqlite: ['by-hand', 'tenon', 'drizzle', 'kysely', 'lucid', 'mikro-orm'],
  postgres: ['by-hand', 'tenon', 'drizzle', 'kysely', 'lucid', 'mikro-orm'],
}

const results: Results = { sqlite: {}, postgres: {} }
const folder = mkdtempSync(join(tmpdir(), 'tenon-bench-'))
await measureAll('sqlite', (name) => makeFile(join(folder, `${name}.sqlite`)))
rmSync(folder, { recursive: true })
{
  await using server = await startPostgres()
  await measureAll('postgres', (name) => makeDatabase(server.url, name.replaceAll('-', '_')))
}

const report = toReport(results, turns)
console.log(report)
writeFileSync(join(import.meta.dirname, 'results.md'), report)

type MakePlace = (name: string) => string | Promise<string>

/**
 * Measures all contenders side by side: a host that is slow for a second slows down all of them.
 * The best turn of each contender counts, since any disturbance only makes it slower.
 */
async function measureAll(dialect: Dialect, make: MakePlace): Promise<void> {
  await using running = new AsyncDisposableStack()
  const all: RunningContender[] = []
  for (const name of contenders[dialect]) {
    all.push(running.use(await RunningContender.start(name, dialect, await make(name))))
  }
  for (const operation of Object.keys(operations) as Operation[]) {
    for (const contender of all) await contender.run(operation, WARM_UP_MS)
    for (let turn = 0; turn < turns; turn++) {
      for (const contender of all) await measure(contender, dialect, operation)
    }
  }
}

async function measure(contender: RunningContender, dialect: Dialect, operation: Operation) {
  const rate = Math.round(await contender.run(operation, TURN_MS))
  const rates = (results[dialect][contender.name] ??= {})
  rates[operation] = Math.max(rates[operation] ?? 0, rate)
}

function makeFile(file: string): string {
  const database = new DatabaseSync(file)
  database.exec(schemaSql('sqlite'))
  database.close()
  return file
}

/** Creates a separate database for each contender, as each has its own file on SQLite. */
async function makeDatabase(serverUrl: string, name: string): Promise<string> {
  await execute(serverUrl, `create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  await execute(url.href, schemaSql('postgres'))
  await execute(url.href, 'analyze')
  return url.href
}

async function execute(connectionString: string, sql: string): Promise<void> {
  const client = new Client({ connectionString })
  await client.connect()
  await client.query(sql)
  await client.end()
}
