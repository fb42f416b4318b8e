import { strict as assert } from 'node:assert'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { createDatabase } from '../../src/data/drivers/create-database.ts'
import { job } from '../../src/jobs.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { until } from '../support/until.ts'
import { JobStage } from './job-stage.ts'

describe('a worker whose database is away', () => {
  it('continues once it is back: nothing is lost, and what has ended is not run again', async () => {
    await using server = await startPostgres()
    await using database = createDatabase(server.url)
    const stage = await JobStage.on(database)
    const started = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const ran: number[] = []
    const send = job('send', z.object({ n: z.number() })).run(async ({ n }) => {
      ran.push(n)
      if (n > 0) return
      started.resolve()
      await release.promise
    })
    const stop = new AbortController()
    const working = stage.worker([send], { concurrency: 1 }).work(stop.signal)
    await stage.in(() => send.dispatchAll([0, 1, 2].map((n) => ({ n }))))
    await started.promise

    await server.stop()
    release.resolve()
    await until(() => stage.log.messages.some((line) => line.includes('Jobs cannot continue yet')))
    await server.start()
    await until(() => ran.length >= 3)
    await until(async () => (await stage.rows()).length === 0)
    stop.abort()
    await working

    assert.deepEqual(ran, [0, 1, 2])
    assert.deepEqual(
      stage.outcomes.map(({ state, attempt }) => [state, attempt]),
      [0, 1, 2].map(() => ['ok', 1]),
    )
  })

  it('has nothing to record when it stops, if it never reached the database', async () => {
    await using server = await startPostgres()
    await using database = createDatabase(server.url)
    await server.stop()
    const stage = new JobStage(database)
    const stop = new AbortController()

    const working = stage.worker([]).work(stop.signal)
    await until(() => stage.log.messages.some((line) => line.includes('Jobs cannot continue yet')))
    stop.abort()
    await working

    assert.deepEqual(
      stage.log.messages.filter((line) => line.includes('could not be recorded')),
      [],
    )
  })
})
