import { strict as assert } from 'node:assert'
import { it } from 'node:test'
import { z } from 'zod'
import { sql } from '../../src/data/database/sql.ts'
import { job } from '../../src/jobs.ts'
import { task } from '../../src/schedule.ts'
import { createJobTables } from '../../src/work/jobs/job-tables.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { Stage } from './stage.ts'

const digest = job('digest', z.object({})).run(() => {})

forEachDialect('a transactional task', (open) => {
  it('dispatches exactly one job per tick, however many schedulers there are', async () => {
    const stage = await Stage.on(await open(), () => [
      task('digest')
        .every('1m')
        .transactional()
        .run(() => digest.dispatch({})),
    ])
    await createJobTables(stage.database)
    stage.clock.set('2026-01-01T10:01:00Z')

    await Promise.all(Array.from({ length: 8 }, () => stage.scheduler().runDue()))
    await stage.runDueAt('10:02:00')

    assert.deepEqual(await stage.history(), ['10:01:00 ok', '10:02:00 ok'])
    assert.equal((await stage.database.query(sql`select id from tenon_jobs`)).length, 2)
  })

  it('leaves nothing behind if it fails, and is recorded as failed', async () => {
    const stage = await Stage.on(await open(), () => [
      task('digest')
        .every('1m')
        .transactional()
        .run(async () => {
          await digest.dispatch({})
          throw new TypeError('no paper')
        }),
    ])
    await createJobTables(stage.database)

    const outcomes = await stage.runDueAt('10:01:00')

    const [record] = await stage.scheduler().history()
    assert.deepEqual(
      outcomes.map(({ state }) => state),
      ['failed'],
    )
    assert.equal(record?.error, 'TypeError: no paper')
    assert.deepEqual(await stage.database.query(sql`select id from tenon_jobs`), [])
  })
})
