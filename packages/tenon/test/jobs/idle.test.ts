import { strict as assert } from 'node:assert'
import { it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { createDatabase } from '../../src/data/drivers/create-database.ts'
import { job } from '../../src/jobs.ts'
import { forEachDialect, onDialect } from '../support/for-each-dialect.ts'
import { JobStage } from './job-stage.ts'

const order = z.object({ order: z.number() })

onDialect('sqlite', 'an idle worker', (open) => {
  it('does not write, so a process that is frozen in a write does not hold it up', async () => {
    const url = await open.url()
    await using writing = createDatabase(url)
    await using database = createDatabase(url, { lockTimeout: '1ms' })
    const stage = await JobStage.on(database)
    const send = job('send', order).run(() => {})
    const mail = job('mail', order)
      .queue('mail')
      .oneAtATime(() => 'one')
      .run(() => {})
    const rates = new Map([['mail', { limit: 1, perMs: 1000 }]])
    await stage.in(() => send.in('1h').dispatch({ order: 1 }))

    await writing.transaction(() => stage.worker([send, mail], { rates }).runDue())

    assert.deepEqual(
      (await stage.rows()).map(({ state }) => state),
      ['delayed'],
    )
  })
})

forEachDialect('a worker whose clock is two hours ahead', (open) => {
  it('does not take over the jobs of a process that lives, and does those of one that died', async () => {
    const stage = await JobStage.on(await open())
    const attempts: number[] = []
    const ended = Promise.withResolvers<void>()
    const taken = Promise.withResolvers<void>()
    const long = job('long', order)
      .queue('long')
      .run((_input, run) => {
        attempts.push(run.attempt)
        return ended.promise
      })
    const orphan = job('orphan', order).run((_input, run) => {
      if (run.attempt === 2) return taken.resolve()
      return new Promise(() => {})
    })
    const stop = new AbortController()
    await stage.in(async () => {
      await long.dispatch({ order: 1 })
      await orphan.dispatch({ order: 1 })
    })
    stage.now = Date.now()
    void stage.silentWorker([orphan]).runDue()
    const living = stage.worker([long], { lease: '3s' }).work(stop.signal)
    while ((await stage.rows()).some(({ state }) => state !== 'running')) await delay(5)

    const clock = { now: () => Date.now() + 2 * 3_600_000 }
    const ahead = stage.worker([long, orphan], { lease: '3s', clock }).work(stop.signal)
    await taken.promise
    ended.resolve()
    while ((await stage.rows()).length > 0) await delay(5)
    stop.abort()
    await Promise.all([living, ahead])

    assert.deepEqual(attempts, [1])
    assert.deepEqual(stage.outcomes.map(({ job: name, state }) => `${name} ${state}`).toSorted(), [
      'long ok',
      'orphan ok',
    ])
  })
})
