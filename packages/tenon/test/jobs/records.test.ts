import { strict as assert } from 'node:assert'
import { it } from 'node:test'
import { z } from 'zod'
import { job, PermanentFailure } from '../../src/jobs.ts'
import { JobRecords, readJobOverview } from '../../src/work/jobs/job-records.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
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
})
