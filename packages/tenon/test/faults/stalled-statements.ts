/**
 * Measures how waiting or slow statements affect all others on PostgreSQL. The suite runs this for
 * a second; run it by hand to exceed every time limit and print the latencies:
 *
 *     node --conditions=source packages/tenon/test/faults/stalled-statements.ts
 */
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { createDatabase } from '../../src/data/drivers/create-database.ts'
import { withDatabase } from '../../src/data/database/current-database.ts'
import type { Database, DatabaseOptions } from '../../src/data/database/database.ts'
import { c } from '../../src/data/columns/columns.ts'
import { Model } from '../../src/data/models/model.ts'
import { startPostgres } from '../support/postgres-server.ts'

class Counter extends Model('counters', {
  id: c.id(),
  hits: c.integer().default(0),
}) {}

/** The latencies of the other statements, and the outcome of the stalled ones. */
export interface Stall {
  /** How long each of the other statements took, shortest first. */
  readonly othersMs: readonly number[]
  readonly failures: readonly unknown[]
  readonly stalled: readonly PromiseSettledResult<unknown>[]
  /** What the stalled statements stored in the end. */
  readonly stored: number
}

/** Makes writers wait for one row that a transaction holds. */
export async function stallOnRow(
  url: string,
  { writers, holdMs, ...options }: DatabaseOptions & { writers: number; holdMs: number },
): Promise<Stall> {
  await using database = await openCounters(url, options)
  await using holder = await connect(url)
  await holder.client.query('begin; update counters set hits = 0 where id = 1')

  return await measureOthers(database, async () => {
    const half = Array.from({ length: writers / 2 })
    const held = await withDatabase(database, () => Counter.findOrFail(1))
    const waiting = withDatabase(database, () =>
      Promise.allSettled([
        ...half.map(() => Counter.where('id', 1).increment('hits', 1)),
        ...half.map(() => held.update({ hits: 1 })),
      ]),
    )
    await delay(holdMs)
    await holder.client.query('commit')
    return waiting
  })
}

/** Runs slow searches concurrently. */
export async function stallOnSearches(
  url: string,
  { searches, seconds }: { searches: number; seconds: number },
): Promise<Stall> {
  await using database = await openCounters(url)
  const search = { sql: `select pg_sleep(${seconds})`, access: 'read' } as const
  return await measureOthers(database, () =>
    Promise.allSettled(Array.from({ length: searches }, async () => database.run(search, []))),
  )
}

export function percentile(sorted: readonly number[], part: number): number {
  return sorted[Math.floor(sorted.length * part)] ?? NaN
}

async function openCounters(url: string, options: DatabaseOptions = {}): Promise<Database> {
  const database = createDatabase(url, options)
  await database.script(`drop table if exists counters;
    create table counters (id integer generated always as identity primary key, hits integer);
    insert into counters (hits) select 0 from generate_series(1, 100)`)
  return database
}

async function connect(connectionString: string) {
  const client = new Client({ connectionString })
  await client.connect()
  return { client, [Symbol.asyncDispose]: () => client.end() }
}

async function measureOthers(
  database: Database,
  stall: () => Promise<PromiseSettledResult<unknown>[]>,
): Promise<Stall> {
  const othersMs: number[] = []
  const failures: unknown[] = []
  const others: Promise<void>[] = []
  const timed = async (work: () => Promise<unknown>): Promise<void> => {
    const startedAt = performance.now()
    await work().then(
      () => othersMs.push(performance.now() - startedAt),
      (error: unknown) => failures.push(error),
    )
  }
  let i = 0
  const timer = setInterval(() => {
    const work = OTHERS[i++ % OTHERS.length]
    if (work !== undefined) others.push(withDatabase(database, () => timed(() => work(database))))
  }, 20)
  await delay(100) // Connections are open, statements prepared.

  const stalled = await stall()
  clearInterval(timer)
  await Promise.all(others)
  const stored = await withDatabase(database, () => Counter.findOrFail(1))
  return { othersMs: othersMs.toSorted((a, b) => a - b), failures, stalled, stored: stored.hits }
}

/** Fifty a second: lookups, queries, writes, transactions and pings. */
const OTHERS: ReadonlyArray<(database: Database) => Promise<unknown>> = [
  async () => Counter.find(2),
  () => Counter.where('id', '>', 50).orderBy('id').limit(5).all(),
  () => Counter.create({}),
  () => Counter.where('id', 3).first(),
  (database) => database.ping(1000),
]

if (import.meta.main) {
  await using server = await startPostgres()
  report(
    '8 writers, one row held for 7 s',
    await stallOnRow(server.url, { writers: 8, holdMs: 7000 }),
  )
  report('8 searches of 1.1 s', await stallOnSearches(server.url, { searches: 8, seconds: 1.1 }))
}

function report(name: string, { othersMs, failures, stalled, stored }: Stall): void {
  const [p50, p95] = [0.5, 0.95].map((part) => percentile(othersMs, part).toFixed(1))
  const done = stalled.filter(({ status }) => status === 'fulfilled').length
  console.log(
    `${name}: others p50 ${p50} ms, p95 ${p95} ms, ${failures.length} of ${othersMs.length} failed; of those held up ${done} done, stored ${stored}`,
  )
  if (failures.length > 0) console.log(failures[0])
}
