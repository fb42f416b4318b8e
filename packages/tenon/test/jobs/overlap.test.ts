import { strict as assert } from 'node:assert'
import { it } from 'node:test'
import { z } from 'zod'
import { transaction } from '../../src/database.ts'
import { sql } from '../../src/data/database/sql.ts'
import { job } from '../../src/jobs.ts'
import { onDialect } from '../support/for-each-dialect.ts'
import { until } from '../support/until.ts'
import { JobStage } from './job-stage.ts'

const order = z.object({ order: z.number() })

onDialect('postgres', 'a worker', (open) => {
  it('claims and runs jobs while the end of another one waits for the database', async () => {
    const stage = await JobStage.on(await open())
    const ran: number[] = []
    const mayEnd = Promise.withResolvers<void>()
    const send = job('send', order).run(({ order: number }) => {
      ran.push(number)
      return number === 1 ? mayEnd.promise : undefined
    })
    const stop = new AbortController()
    await stage.in(() => send.dispatch({ order: 1 }))
    const working = stage.worker([send], { concurrency: 1 }).work(stop.signal)
    await until(() => ran.length === 1)

    const held = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const holding = stage.in(() =>
      transaction(async () => {
        await stage.database.query(sql`select 1 as held from tenon_jobs for update`)
        locked.resolve()
        await held.promise
      }),
    )
    await locked.promise
    mayEnd.resolve()
    await stage.in(() => send.dispatch({ order: 2 }))
    await until(() => ran.length === 2)
    held.resolve()
    await holding
    await until(async () => (await stage.rows()).length === 0)
    stop.abort()
    await working

    assert.deepEqual(ran, [1, 2])
    assert.deepEqual(
      stage.outcomes.map(({ id, state }) => [id, state]),
      [
        [1, 'ok'],
        [2, 'ok'],
      ],
    )
  })
})
