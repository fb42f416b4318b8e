/**
 * Find, list, insert, update and a relation on SQLite and PostgreSQL: Tenon, the drivers by hand, and
 * other libraries, each in a process of its own, one after the other. Writes `results.md`.
 *
 *     npm ci --ignore-scripts --legacy-peer-deps && npm start
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { startPostgres } from '../../packages/tenon/test/support/postgres-server.ts'
import { type Dialect, type Operation } from './contender.ts'
import { type Results, toReport } from './report.ts'
import { schemaSql } from './schema.ts'

const ROUNDS = 4

const contenders: Readonly<Record<Dialect, readonly string[]>> = {
  sqlite: ['by-hand', 'tenon', 'drizzle', 'kysely', 'lucid', 'mikro-orm'],
  postgres: ['by-hand', 'tenon', 'drizzle', 'kysely', 'lucid'],
}

const folder = mkdtempSync(join(tmpdir(), 'tenon-bench-'))
const results: Results = { sqlite: {}, postgres: {} }
{
  await using server = await startPostgres()
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of contenders.sqlite) await measure(name, 'sqlite', makeFile(name, round))
    for (const name of contenders.postgres) {
      await fillPostgres(server.url)
      await measure(name, 'postgres', server.url)
    }
  }
}
rmSync(folder, { recursive: true })

const report = toReport(results)
console.log(report)
writeFileSync(join(import.meta.dirname, 'results.md'), report)

/** Keeps the best of all rounds: what else the machine does only makes a round slower. */
async function measure(name: string, dialect: Dialect, place: string): Promise<void> {
  const program = join(import.meta.dirname, 'measure.ts')
  const args = ['--conditions=source', program, name, dialect, place]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  const rates = JSON.parse(stdout) as Record<Operation, number>
  const before = results[dialect][name]
  results[dialect][name] = before === undefined ? rates : best(before, rates)
}

function best(one: Record<Operation, number>, other: Record<Operation, number>) {
  const entries = Object.entries(one).map(([operation, rate]) => [
    operation,
    Math.max(rate, other[operation as Operation]),
  ])
  return Object.fromEntries(entries) as Record<Operation, number>
}

function makeFile(name: string, round: number): string {
  const file = join(folder, `${name}-${round}.sqlite`)
  const database = new DatabaseSync(file)
  database.exec(schemaSql('sqlite'))
  database.close()
  return file
}

async function fillPostgres(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`${schemaSql('postgres')} analyze;`)
  await client.end()
}
