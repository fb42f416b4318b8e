import { strict as assert } from 'node:assert'
import { it, mock } from 'node:test'
import { z } from 'zod'
import { sql } from '../../src/data/database/sql.ts'
import { job } from '../../src/jobs.ts'
import { toNow } from '../../src/work/lease/store-clock.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
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
