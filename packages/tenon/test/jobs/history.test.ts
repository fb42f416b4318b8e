import { strict as assert } from 'node:assert'
import { it } from 'node:test'
import { z } from 'zod'
import { sql } from '../../src/data/database/sql.ts'
import { job } from '../../src/jobs.ts'
import { JobRecords } from '../../src/work/jobs/job-records.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { JobStage } from './job-stage.ts'

const order = z.object({ order: z.number() })

forEachDialect('jobs that are kept', (open) => {
  it('are listed and shown with result, duration and attempts, until their time is up', async () => {
    const stage = await JobStage.on(await open())
    stage.now = Date.now()
    const kept = job('kept', order)
      .keep('7d')
      .run(({ order: number }) => ({ paid: number }))
    const exact = job('exact', order)
      .keep('7d')
      .transactional()
      .run(async () => 'exact')
    const plain = job('plain', order).run(() => 'gone')
    await stage.in(async () => {
      for (const each of [kept, exact, plain]) await each.dispatch({ order: 7 })
    })
    const records = new JobRecords(stage.database)

    await stage.run(kept, exact, plain)
    const list = await records.list()
    const done = await records.list({ state: 'done', limit: 1 })
    const [shown, other] = await stage.in(async () => [await kept.find(1), await plain.find(1)])
    stage.now += 8 * 86_400_000
    await stage.run(kept)

    assert.deepEqual(
      list.map(({ id, name, state, attempt, result }) => [id, name, state, attempt, result]),
      [
        [2, 'exact', 'done', 1, 'exact'],
        [1, 'kept', 'done', 1, { paid: 7 }],
      ],
    )
    assert.deepEqual([done.map(({ id }) => id), shown?.state, other], [[2], 'done', null])
    assert.equal(typeof shown?.durationMs, 'number')
    assert.deepEqual(await records.list(), [])
  })

  it('are all deleted once their time is up, however many they are', async () => {
    const stage = await JobStage.on(await open())
    const kept = job('kept', order)
      .keep('1s')
      .run(() => {})
    await stage.database.query(sql`
      insert into tenon_done_jobs (id, name, queue, priority, input, attempt, attempts, run_at, created_at,
        ended_at, kept_until)
      with recursive ids(id) as (select 1 union all select id + 1 from ids where id < 2500)
      select id, 'kept', 'default', 0, '{}', 1, 1, 0, 0, 0, 0 from ids`)

    await stage.run(kept)

    assert.deepEqual(await new JobRecords(stage.database).list(), [])
  })

  it('are done although JSON cannot express the result, or it is too long', async () => {
    const stage = await JobStage.on(await open())
    const results = [1n, 'x'.repeat(100_001), undefined]
    const kept = job('kept', order)
      .keep('7d')
      .run(({ order: number }) => results[number])
    await stage.in(() => kept.dispatchAll([{ order: 0 }, { order: 1 }, { order: 2 }]))

    await stage.worker([kept]).runDue()

    const list = await new JobRecords(stage.database).list()
    assert.deepEqual(
      list.map(({ state, result }) => [state, result]),
      [
        ['done', null],
        ['done', null],
        ['done', null],
      ],
    )
  })

  it('say how far they are, and refuse more than 100 percent', async () => {
    const stage = await JobStage.on(await open())
    const seen: unknown[] = []
    const kept = job('kept', order)
      .attempts(1)
      .run(async (_input, run) => {
        for (const percent of [40.5, 41, 100]) {
          await run.progress(percent)
          seen.push((await kept.find(run.id))?.progress)
        }
        await run.progress(101)
      })
    await stage.in(() => kept.dispatch({ order: 1 }))

    await stage.worker([kept]).runDue()

    assert.deepEqual(seen, [40, 40, 100])
    assert.match(
      String((await stage.rows())[0]?.error),
      /invalid progress\(101\)\. Use a number of percent/,
    )
  })
})
