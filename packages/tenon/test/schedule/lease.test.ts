import { strict as assert } from 'node:assert'
import { it } from 'node:test'
import { task } from '../../src/schedule.ts'
import type { Database } from '../../src/data/database/database.ts'
import { sql } from '../../src/data/database/sql.ts'
import type { Clock } from '../../src/work/lease/clock.ts'
import { createScheduler, type Scheduler } from '../../src/work/schedule/scheduler.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { until } from '../support/until.ts'
import { RecordedLog } from './recorded-log.ts'

const TICK = Date.parse('2026-01-01T11:00:00Z')

forEachDialect('a run whose lease has expired by the clock', (open) => {
  it('stays with its process if that is alive: the clock has jumped, or the database was away', async () => {
    const { runs, end, clock, scheduler, readLease } = await stageOn(await open())
    const first = start(scheduler('3s'))
    await until(() => runs.length === 1)

    clock.aheadMs += 60_000
    const second = start(scheduler('3s'))
    await until(async () => (await readLease()) > clock.now())
    end.resolve()
    await Promise.all([first.stop(), second.stop()])

    assert.deepEqual(runs, [1])
    const history = await scheduler('3s').history()
    assert.deepEqual(
      history.map(({ state, attempt }) => [state, attempt]),
      [['ok', 1]],
    )
  })

  it('is run again once nobody has renewed it for half of its time', async () => {
    const { runs, end, clock, scheduler, database } = await stageOn(await open())
    await addRun(database, { leaseUntil: clock.now() - 1 })
    end.resolve()

    const startedAt = performance.now()
    const worker = start(scheduler('1s'))
    await until(() => runs.length === 1)
    const waitedMs = performance.now() - startedAt
    await worker.stop()

    assert.deepEqual(runs, [2])
    assert.ok(waitedMs >= 500, `${waitedMs} ms`)
  })

  it('is run again at once if its process has given it back', async () => {
    const { runs, end, scheduler, database } = await stageOn(await open())
    await addRun(database, { leaseUntil: 0 })
    end.resolve()

    const worker = start(scheduler('1h'))
    await until(() => runs.length === 1)
    await worker.stop()

    assert.deepEqual(runs, [2])
  })
})

/** A database with one task, whose tick is due, and a clock that the test can set ahead. */
async function stageOn(database: Database) {
  const runs: number[] = []
  const end = Promise.withResolvers<void>()
  const beginning = performance.now()
  const clock: Clock & { aheadMs: number } = {
    aheadMs: -1,
    now: () => TICK + clock.aheadMs + Math.round(performance.now() - beginning),
  }
  const slow = task('slow')
    .every('1h')
    .retryOnCrash(1)
    .run(({ attempt }) => {
      runs.push(attempt)
      return end.promise
    })
  const scheduler = (lease: '1s' | '3s' | '1h'): Scheduler =>
    createScheduler({ database, log: new RecordedLog(), clock, tasks: [slow], lease })

  await scheduler('3s').pause('slow', new Date(0))
  await database.query(sql`update tenon_tasks set cursor = ${TICK - 1}`)
  const readLease = async (): Promise<number> => {
    const [row] = await database.query<{ lease_until: number }>(
      sql`select lease_until from tenon_task_runs`,
    )
    return row?.lease_until ?? 0
  }
  return { database, runs, end, clock, scheduler, readLease }
}

/** Stores a run of a process that has gone. */
async function addRun(database: Database, { leaseUntil }: { readonly leaseUntil: number }) {
  await database.query(sql`update tenon_tasks set cursor = ${TICK}, fence = 1`)
  await database.query(sql`
    insert into tenon_task_runs (task, tick, state, owner, fence, attempt, lease_until, started_at)
    values ('slow', ${TICK}, 'running', 'gone', 1, 1, ${leaseUntil}, ${TICK})`)
}

function start(scheduler: Scheduler): { stop(): Promise<void> } {
  const controller = new AbortController()
  const work = scheduler.work(controller.signal)
  return {
    stop() {
      controller.abort()
      return work
    },
  }
}
