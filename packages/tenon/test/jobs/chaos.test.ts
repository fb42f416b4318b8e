import { strict as assert } from 'node:assert'
import { join } from 'node:path'
import { it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { transaction } from '../../src/database.ts'
import { pauseQueue, resumeQueue } from '../../src/jobs.ts'
import { sql } from '../../src/data/database/sql.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { ProcessFleet } from '../support/process-fleet.ts'
import { createDatabase } from '../../src/data/drivers/create-database.ts'
import { until } from '../support/until.ts'
import { exact, latest, poison, repeated } from './chaos-jobs.ts'
import { JobStage } from './job-stage.ts'

/**
 * How long workers are killed and frozen at random. Use `CHAOS_SECONDS=20` for a thorough run.
 */
const CHAOS_MS = Number(process.env['CHAOS_SECONDS'] ?? 3) * 1000
const LEASE_MS = 800
const WORKERS = 4

forEachDialect('four workers, killed and frozen at random', (open) => {
  it('lose no job, run none twice in effect, and end the poisonous ones', async (test) => {
    const url = await open.url()
    await using database = createDatabase(url)
    const stage = await JobStage.on(database)
    await database.script('create table effects (kind text not null, n bigint not null)')
    await using fleet = new ProcessFleet(join(import.meta.dirname, 'worker-process.ts'))
    const environment = { WORKER_URL: url, WORKER_LEASE_MS: String(LEASE_MS) }
    const environments = Array.from({ length: WORKERS }, () => environment)

    fleet.start(environments)
    const disturbing = disturb(fleet, environments)
    const count = await stage.in(() => dispatchFor(CHAOS_MS))
    const { kills, freezes } = await disturbing
    await untilOnlyFailed(stage, () => fleet.start(environments))
    await fleet.stop()

    test.diagnostic(`${2 * count} jobs, ${kills} kills, ${freezes} freezes`)
    const numbers = Array.from({ length: count }, (_, n) => n)
    const effects = await database.query<{ kind: string; n: number }>(
      sql`select kind, n from effects order by n`,
    )
    const of = (kind: string) => effects.filter((effect) => effect.kind === kind).map(({ n }) => n)
    assert.deepEqual(of('exact'), numbers)
    // Those of -2 were cancelled, some while they ran.
    assert.deepEqual(
      [...new Set(of('repeated'))].filter((n) => n >= 0),
      numbers,
    )
    assert.equal(of('latest').at(-1), count)
    const failed = await stage.rows()
    assert.deepEqual(
      failed.map(({ name, state, attempt }) => [name, state, attempt]),
      failed.map(() => ['poison', 'failed', 3]),
    )
    assert.equal(failed.length, 2)
    assert.equal(fleet.errors, '')
  })
})

/** Dispatches in every way, some of it in transactions that roll back; returns how many there are. */
async function dispatchFor(ms: number): Promise<number> {
  const end = performance.now() + ms
  let n = 0
  await poison.dispatchAll([{ n: 1 }, { n: 2 }])
  while (performance.now() < end) {
    await transaction(async () => {
      await exact.dispatch({ n })
      await repeated.dispatch({ n })
    })
    n += 1
    await exact.in('300ms').dispatch({ n })
    await repeated.dispatch({ n })
    n += 1
    await transaction(async () => {
      await exact.dispatch({ n: -1 })
      await repeated.dispatch({ n: -1 })
      throw new Error('rolled back')
    }).catch(() => {})
    await latest.in('20ms').dispatch({ n })
    const { id } = await repeated.dispatch({ n: -2 })
    if (id !== null) await repeated.cancel(id)
    await (n % 40 < 8 ? pauseQueue('exact') : resumeQueue('exact'))
    await delay(15) // time: jobs come one by one
  }
  await resumeQueue('exact')
  return n
}

/** About twice a second, kills a worker and starts another, or freezes one beyond its lease. */
async function disturb(
  fleet: ProcessFleet,
  environments: readonly NodeJS.ProcessEnv[],
): Promise<{ readonly kills: number; readonly freezes: number }> {
  const end = performance.now() + CHAOS_MS
  const thaws: Promise<void>[] = []
  let kills = 0
  while (performance.now() < end) {
    await delay(250 + Math.random() * 500) // time: chaos
    const victim = Math.floor(Math.random() * WORKERS)
    if (Math.random() < 0.5) {
      fleet.kill(victim)
      kills += 1
    } else {
      thaws.push(freeze(fleet, victim))
    }
    fleet.start(environments)
  }
  await Promise.all(thaws)
  return { kills, freezes: thaws.length }
}

async function freeze(fleet: ProcessFleet, victim: number): Promise<void> {
  fleet.signal(victim, 'SIGSTOP')
  await delay(300 + Math.random() * LEASE_MS * 2) // time: chaos
  fleet.signal(victim, 'SIGCONT')
}

async function untilOnlyFailed(stage: JobStage, keepRunning: () => void): Promise<void> {
  await until(async () => {
    keepRunning()
    return (await stage.rows()).every(({ state }) => state === 'failed')
  })
}
