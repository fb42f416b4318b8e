/**
 * Measures whether a worker gets slower: with many jobs that wait for their time, after many that are done, and beside
 * a transaction that stays open while they are done, so that PostgreSQL cannot clean up behind them.
 *
 *     node --conditions=source bench/jobs/states.ts [--waiting 100000] [--done 1000000] [--open 600]
 *       [--postgres /usr/lib/postgresql/15/bin]
 */
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { withDatabase } from '../../packages/tenon/src/data/database/current-database.ts'
import type { Database } from '../../packages/tenon/src/data/database/database.ts'
import { sql } from '../../packages/tenon/src/data/database/sql.ts'
import { createDatabase } from '../../packages/tenon/src/data/drivers/create-database.ts'
import { job } from '../../packages/tenon/src/jobs.ts'
import { createJobTables } from '../../packages/tenon/src/work/jobs/job-tables.ts'
import { JobWorker } from '../../packages/tenon/src/work/jobs/worker.ts'
import { startPostgres } from '../../packages/tenon/test/support/postgres-server.ts'

const { values } = parseArgs({
  options: {
    waiting: { type: 'string', default: '100000' },
    done: { type: 'string', default: '1000000' },
    /** Seconds. */
    open: { type: 'string', default: '600' },
    /** The folder of another PostgreSQL's binaries. */
    postgres: { type: 'string' },
  },
})
const PICK_UPS = 200
const RUN = 5000

await using postgres = await startPostgres({ isDurable: true, binaries: values.postgres })
const database = createDatabase(postgres.url)
await createJobTables(database)
let started = (): void => {}
const count = job('count', z.object({ n: z.number() })).run(() => started())
const stop = new AbortController()
const log = { info() {}, warn: console.warn, error: console.error }
const working = new JobWorker({ database, jobs: [count], log, concurrency: 100 }).work(stop.signal)

console.log('| | pick-up | p99 | run per second |\n|---|---:|---:|---:|')
await report('an empty table')
await addWaiting(Number(values.waiting))
await report(`${Number(values.waiting).toLocaleString('en')} jobs that wait for their time`)
await runJobs(Number(values.done))
await report(`and after ${Number(values.done).toLocaleString('en')} that are done`)
await besideTransaction(Number(values.open))
stop.abort()
await working
await database.close()

async function report(state: string): Promise<void> {
  const times: number[] = []
  for (let n = 0; n < PICK_UPS; n += 1) {
    const start = Promise.withResolvers<void>()
    started = start.resolve
    const dispatchedAt = performance.now()
    await dispatch([n])
    await start.promise
    times.push(performance.now() - dispatchedAt)
    await delay(5) // time: the worker is idle again
  }
  const startedAt = performance.now()
  await runJobs(RUN)
  const perSecond = (RUN / (performance.now() - startedAt)) * 1000
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number): string => `${(sorted[PICK_UPS * share] ?? NaN).toFixed(1)} ms`
  console.log(`| ${state} | ${at(0.5)} | ${at(0.99)} | ${perSecond.toFixed(0)} |`)
}

/** Jobs of the same queue that wait for their time, and of another queue, which nobody works on. */
async function addWaiting(total: number): Promise<void> {
  await withDatabase(database, async () => {
    for (let n = 0; n < total; n += 1000) {
      const some = Array.from({ length: 500 }, (_, i) => ({ n: n + i }))
      await count.in('1d').dispatchAll(some)
      await count.queue('unattended').dispatchAll(some)
    }
  })
}

/** Dispatches and runs this number of jobs. */
async function runJobs(total: number): Promise<void> {
  let left = total
  const all = Promise.withResolvers<void>()
  started = () => {
    left -= 1
    if (left === 0) all.resolve()
  }
  for (let n = 0; n < total; n += 500) {
    await dispatch(Array.from({ length: Math.min(500, total - n) }, (_, i) => n + i))
  }
  await all.promise
}

async function dispatch(numbers: readonly number[]): Promise<void> {
  await withDatabase(database, () => count.dispatchAll(numbers.map((n) => ({ n }))))
}

/** Runs jobs while another connection holds a snapshot. */
async function besideTransaction(seconds: number): Promise<void> {
  const other: Database = createDatabase(`${postgres.url}?idle=0`)
  const held = Promise.withResolvers<void>()
  const holding = other.transaction(
    async () => {
      await other.query(sql`select count(*) from tenon_jobs`)
      await held.promise
    },
    { isolation: 'repeatable read' },
  )
  const until = performance.now() + seconds * 1000
  let ran = 0
  while (performance.now() < until) {
    await runJobs(RUN)
    ran += RUN
  }
  await report(
    `beside a transaction open for ${seconds} s, in which ${ran.toLocaleString('en')} were done`,
  )
  held.resolve()
  await holding
  await other.close()
}
