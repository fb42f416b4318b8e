import { strict as assert } from 'node:assert'
import { it, mock } from 'node:test'
import { z } from 'zod'
import { sql } from '../../src/data/database/sql.ts'
import { job } from '../../src/jobs.ts'
import { toNow } from '../../src/work/lease/store-clock.ts'
import { JobStore } from '../../src/work/jobs/store/job-store.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { until } from '../support/until.ts'
import { JobStage } from './job-stage.ts'

const order = z.object({ order: z.number() })
const HOUR = 3_600_000

forEachDialect('a process whose clock is two hours ahead of that of the database (W15)', (open) => {
  it('starts no delayed job early, and delays those that it dispatches by what they say', async () => {
    const stage = await JobStage.on(await open())
    const send = job('send', order).run(() => {})
    await stage.in(() => send.in('1h').dispatch({ order: 1 }))

    using _clock = aheadBy(2 * HOUR)
    await stage.in(() => send.in('1h').dispatch({ order: 2 }))
    await stage.worker([send]).runDue()

    assert.deepEqual(stage.outcomes, [])
    assert.deepEqual(
      (await delays(stage)).map((ms) => Math.round(ms / HOUR)),
      [1, 1],
    )
  })

  it('lets jobs sleep and wait for their next attempt as long as they say', async () => {
    const stage = await JobStage.on(await open())
    const remind = job('remind', order).run((_input, run) => run.sleep('an hour', '1h'))
    const failing = job('failing', order)
      .backoff('1h', { max: '2h' })
      .run(() => {
        throw new Error('once')
      })

    using _clock = aheadBy(2 * HOUR)
    await stage.in(async () => {
      await remind.dispatch({ order: 1 })
      await failing.dispatch({ order: 2 })
    })
    await stage.worker([remind, failing]).runDue()
    await stage.worker([remind, failing]).runDue()

    assert.deepEqual(stage.outcomes.map(({ state }) => state).toSorted(), ['retried', 'suspended'])
    assert.ok((await delays(stage)).every((ms) => ms > HOUR / 2 && ms < 1.5 * HOUR))
  })

  it('runs a job that is due by the clock of the database', async () => {
    const stage = await JobStage.on(await open())
    const send = job('send', order).run(() => {})
    await stage.in(() => send.in('1h').dispatch({ order: 1 }))
    await stage.database.script('update tenon_jobs set run_at = run_at - 2 * 3600000')

    using _clock = aheadBy(-2 * HOUR)
    await stage.worker([send]).runDue()

    assert.deepEqual(
      stage.outcomes.map(({ state }) => state),
      ['ok'],
    )
  })
})

forEachDialect('a job whose process died while the clock was a month ahead', (open) => {
  it('is taken over once the clock is right again', async () => {
    const stage = await JobStage.on(await open())
    const correct = Date.now()
    stage.now = correct + 30 * 24 * HOUR
    const seen: number[] = []
    const send = job('send', order).run((_input, run) => {
      seen.push(run.attempt)
      return run.attempt === 1 ? new Promise(() => {}) : undefined
    })
    await stage.in(() => send.dispatch({ order: 1 }))
    void stage.silentWorker([send]).work(new AbortController().signal)
    await until(() => seen.length === 1)

    stage.now = correct
    await stage.run(send)

    assert.deepEqual(seen, [1, 2])
  })

  it('is not taken from a process that renews its lease', async () => {
    const stage = await JobStage.on(await open())
    const store = new JobStore(stage.database, { now: () => Date.now() })
    const ahead = new JobStore(stage.database, { now: () => Date.now() + 30 * 24 * HOUR })
    const send = job('send', order).run(() => {})
    await stage.in(() => send.dispatch({ order: 1 }))
    const claim = { worker: 'a', queue: 'default', names: ['send'], limit: 1, leaseMs: 30_000 }
    const claims = await ahead.claim(claim)

    const before = await store.leases(30_000)
    await store.renew('a', claims, 30_000)
    const after = await store.leases(30_000)
    const expired = await store.expire(claims, 30_000)

    assert.deepEqual([before.map(({ hasExpired }) => hasExpired), after, expired], [[true], [], []])
  })
})

/** Sets the clock of this process, while its timers go on. */
function aheadBy(ms: number): Disposable {
  mock.timers.enable({ apis: ['Date'], now: Date.now() + ms })
  return { [Symbol.dispose]: () => mock.timers.reset() }
}

/** How long each job still waits, by the clock of the database. */
async function delays({ database }: JobStage): Promise<readonly number[]> {
  const rows = await database.query<{ ms: number }>(
    sql`select run_at - ${toNow(database.dialect, undefined)} as ms from tenon_jobs order by id`,
  )
  return rows.map(({ ms }) => ms)
}
