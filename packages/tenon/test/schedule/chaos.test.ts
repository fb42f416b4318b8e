import { strict as assert } from 'node:assert'
import { it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createDatabase } from '../../src/data/drivers/create-database.ts'
import { sql } from '../../src/data/database/sql.ts'
import type { RunRecord } from '../../src/work/schedule/history.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { until } from '../support/until.ts'
import {
  assertNoHole,
  assertNoneEarly,
  assertNoOverlap,
  assertRetried,
  assertStartedOnce,
  readLedger,
} from './fleet-checks.ts'
import { ReplicaFleet } from './replica-fleet.ts'

/**
 * How long processes are killed and frozen at random. Use `CHAOS_SECONDS=30` for a thorough run.
 */
const CHAOS_MS = Number(process.env['CHAOS_SECONDS'] ?? 4) * 1000
const LEASE_MS = 1500
const OUTAGE_MS = 3000
const SKEWS_MS = [-3_600_000, -700, 0, 1500, 86_400_000]

forEachDialect('five replicas with wrong clocks, killed and frozen at random', (open) => {
  it('leave no gap and run nothing twice', async () => {
    await using place = open.dialect === 'sqlite' ? onSqlite(await open.url()) : await onPostgres()
    await using fleet = new ReplicaFleet(place.url, LEASE_MS)

    fleet.start(SKEWS_MS)
    await untilItRuns(fleet)
    await disturb(fleet)
    fleet.killAll()
    await place.outage()
    fleet.start(SKEWS_MS)
    await untilItRuns(fleet)
    await place.outage()
    await untilItRuns(fleet)
    await place.freeze()
    await delay(2 * LEASE_MS + 2000) // time: leases expire, and others take over
    const exitCodes = await fleet.stop()

    assert.deepEqual(exitCodes, [0, 0, 0, 0, 0])
    assert.equal(fleet.errors, '')
    await assertLedger(fleet, place.url)
  })
})

/** Waits for five more runs. */
async function untilItRuns(fleet: ReplicaFleet): Promise<void> {
  const before = fleet.started().length
  await until(() => fleet.started().length >= before + 5)
}

async function assertLedger(fleet: ReplicaFleet, url: string): Promise<void> {
  const runs = Map.groupBy(fleet.started(), ({ task }) => task)
  const [once, retried, alone] = [
    await readLedger(url, 'once'),
    await readLedger(url, 'retried'),
    await readLedger(url, 'alone'),
  ]
  assertNoneEarly(fleet.started())
  assertNoHole(once, 1000)
  assertNoHole(retried, 2000)
  assertNoHole(alone, 1000)
  assertStartedOnce(once, runs.get('once') ?? [])
  assertStartedOnce(alone, runs.get('alone') ?? [])
  assertRetried(retried, runs.get('retried') ?? [])
  assertNoOverlap(alone)

  const isExpected = ({ state }: RunRecord) => ['ok', 'lost', 'overlap'].includes(state)
  assert.deepEqual(
    [...once, ...alone].filter((record) => !isExpected(record)),
    [],
  )
}

/**
 * Every few hundred milliseconds kills a process and starts another, or freezes one for a while.
 */
async function disturb(fleet: ReplicaFleet): Promise<void> {
  const end = performance.now() + CHAOS_MS
  const thaws: Promise<void>[] = []
  while (performance.now() < end) {
    const victim = Math.floor(Math.random() * SKEWS_MS.length)
    if (Math.random() < 0.5) fleet.kill(victim)
    else thaws.push(freeze(fleet, victim))
    await delay(200 + Math.random() * 400) // time: chaos
    fleet.start(SKEWS_MS)
  }
  await Promise.all(thaws)
}

async function freeze(fleet: ReplicaFleet, victim: number): Promise<void> {
  fleet.signal(victim, 'SIGSTOP')
  await delay(Math.random() * 2 * LEASE_MS) // time: chaos
  fleet.signal(victim, 'SIGCONT')
}

interface Place extends AsyncDisposable {
  readonly url: string
  /** Makes the database unavailable for three seconds. */
  outage(): Promise<void>
  /** Freezes the database for three seconds with every connection open; impossible with SQLite. */
  freeze(): Promise<void>
}

function onSqlite(url: string): Place {
  const database = createDatabase(url)
  return {
    url,
    outage: () =>
      database.transaction(async () => {
        await database.query(sql`update tenon_tasks set cursor = cursor`)
        await delay(OUTAGE_MS) // time: of an outage
      }),
    freeze: () => Promise.resolve(),
    [Symbol.asyncDispose]: () => database.close(),
  }
}

async function onPostgres(): Promise<Place> {
  const server = await startPostgres()
  return {
    url: server.url,
    async outage() {
      await server.stop()
      await delay(OUTAGE_MS) // time: of an outage
      await server.start()
    },
    async freeze() {
      server.freeze()
      await delay(OUTAGE_MS) // time: of an outage
      server.thaw()
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
