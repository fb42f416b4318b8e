import { strict as assert } from 'node:assert'
import { it } from 'node:test'
import { z } from 'zod'
import { afterCommit, afterRollback, currentDatabase } from '../../src/database.ts'
import { sql } from '../../src/data/database/sql.ts'
import { job, PermanentFailure } from '../../src/jobs.ts'
import { JobRecords, readJobOverview } from '../../src/work/jobs/job-records.ts'
import { forEachDialect, onDialect } from '../support/for-each-dialect.ts'
import { until } from '../support/until.ts'
import { JobStage } from './job-stage.ts'

const order = z.object({ order: z.number() })

forEachDialect('the overview of jobs', (open) => {
  it('counts jobs and lists the newest; it is empty without tables', async () => {
    const database = await open()
    const before = await readJobOverview(database)
    const stage = await JobStage.on(database)
    const send = job('send', order).run(() => {})
    await stage.in(() => send.dispatchAll([{ order: 1 }, { order: 2 }]))

    const { counts, newest } = await readJobOverview(database, 1)

    assert.deepEqual(before, { counts: [], newest: [], paused: [] })
    assert.deepEqual(
      counts.map(({ queue, name, state, count }) => [queue, name, state, count]),
      [['default', 'send', 'ready', 2]],
    )
    assert.deepEqual(
      newest.map(({ input }) => input),
      [{ order: 2 }],
    )
  })
})

forEachDialect('a list of jobs', (open) => {
  it('shows short inputs, and of long ones the beginning', async () => {
    const stage = await JobStage.on(await open())
    const note = job('note', z.object({ text: z.string() })).run(() => {})
    // JSON adds eleven characters to the text.
    const texts = ['short', '😀'.repeat(989), '😀'.repeat(990), 'x'.repeat(1_000_000)]
    const [, , , last] = await stage.in(() => note.dispatchAll(texts.map((text) => ({ text }))))
    const records = new JobRecords(stage.database)

    const listed = (await records.list()).map(({ input }) => input).toReversed()
    const selected = (await records.select({ name: 'note' })).map(({ input }) => input)
    const found = await records.find(last?.id ?? 0)

    assert.deepEqual(listed, [
      { text: 'short' },
      { text: '😀'.repeat(989) },
      `{"text":"${'😀'.repeat(990)}"…`,
      `{"text":"${'x'.repeat(991)}…`,
    ])
    assert.deepEqual(selected, listed)
    assert.deepEqual(found?.input, { text: 'x'.repeat(1_000_000) })
  })
})

forEachDialect('retrying failed jobs', (open) => {
  it('takes the newest of those with the same unique key, and none while one waits', async () => {
    const stage = await JobStage.on(await open())
    const send = job('send', order)
      .unique((input) => String(input.order))
      .run(() => {
        throw new PermanentFailure('no')
      })
    const first = await stage.in(() => send.dispatch({ order: 1 }))
    await stage.run(send)
    const second = await stage.in(() => send.dispatch({ order: 1 }))
    await stage.run(send)
    const records = new JobRecords(stage.database)

    const retried = await records.retry({ name: 'send' })
    const again = await records.retry({ ids: [first.id ?? 0] })

    assert.deepEqual([retried, again], [[second.id], []])
  })

  it('begins again without what an attempt still does whose time was up', async () => {
    const stage = await JobStage.on(await open())
    const again = Promise.withResolvers<void>()
    const late = Promise.withResolvers<readonly string[]>()
    const steps: string[] = []
    let runs = 0
    const slow = job('slow', order)
      .attempts(1)
      .timeout('1s')
      .run(async (_input, run) => {
        runs += 1
        if (runs === 1) {
          await again.promise
          const refused = [run.step('charge', () => 'late'), run.progress(50)]
          const outcomes = await Promise.allSettled(refused)
          return late.resolve(outcomes.map(({ status }) => status))
        }
        again.resolve()
        await late.promise
        steps.push(await run.step('charge', () => 'again'))
      })
    const stop = new AbortController()
    await stage.in(() => slow.dispatch({ order: 1 }))
    const working = stage.worker([slow]).work(stop.signal)

    await until(() => stage.outcomes.length === 1)
    await new JobRecords(stage.database).retry({ name: 'slow' })
    await until(() => stage.outcomes.length === 2)
    stop.abort()
    await working

    assert.deepEqual(await late.promise, ['rejected', 'rejected'])
    assert.deepEqual(steps, ['again'])
    assert.deepEqual(
      stage.outcomes.map(({ attempt, state }) => [attempt, state]),
      [
        [1, 'failed'],
        [1, 'ok'],
      ],
    )
  })
})

// On SQLite, nothing else is written while a transaction is open.
onDialect('postgres', 'retrying a transactional job', (open) => {
  it('commits nothing of an attempt whose time was up', async () => {
    const stage = await JobStage.on(await open())
    await stage.database.script('create table notes (run integer)')
    const again = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<string>()
    let runs = 0
    const slow = job('slow', order)
      .attempts(1)
      .timeout('1s')
      .transactional()
      .run(async () => {
        runs += 1
        const number = runs
        await currentDatabase().query(sql`insert into notes (run) values (${number})`)
        if (number === 1) {
          await afterCommit(() => ended.resolve('committed'))
          afterRollback(() => ended.resolve('rolled back'))
          return again.promise
        }
        again.resolve()
        await ended.promise
      })
    const stop = new AbortController()
    await stage.in(() => slow.dispatch({ order: 1 }))
    const working = stage.worker([slow]).work(stop.signal)

    await until(() => stage.outcomes.length === 1)
    await new JobRecords(stage.database).retry({ name: 'slow' })
    await until(() => stage.outcomes.length === 2)
    stop.abort()
    await working

    assert.equal(await ended.promise, 'rolled back')
    assert.deepEqual(await stage.database.query(sql`select run from notes`), [{ run: 2 }])
    assert.equal(stage.outcomes[1]?.state, 'ok')
  })
})
