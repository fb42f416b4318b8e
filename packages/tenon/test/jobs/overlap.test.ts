import { strict as assert } from 'node:assert'
import { it } from 'node:test'
import { z } from 'zod'
import { transaction } from '../../src/database.ts'
import type { Database } from '../../src/data/database/database.ts'
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

  it('goes on at once when ends are recorded, if there were too many to claim more', async () => {
    const stage = await JobStage.on(await open())
    let ran = 0
    const send = job('send', order).run(() => void (ran += 1))
    await stage.in(() => send.dispatchAll(Array.from({ length: 40 }, (_, n) => ({ order: n }))))
    const stop = new AbortController()
    // Nothing but its own work wakes it up.
    const clock = { now: () => Date.now(), sleep: untilAborted }
    const firstEnd = Promise.withResolvers<void>()
    const mayRecord = Promise.withResolvers<void>()
    stage.database.run = holdFirst(stage.database, /^delete from tenon_jobs/, {
      onHeld: firstEnd.resolve,
      until: mayRecord.promise,
    })
    const working = stage.worker([send], { concurrency: 1, clock }).work(stop.signal)

    await firstEnd.promise
    await until(() => ran >= 10)
    mayRecord.resolve()
    await until(() => ran === 40)
    stop.abort()
    await working

    assert.deepEqual(await stage.rows(), [])
  })
})

/** A rest that only ends when it is woken up. */
function untilAborted(_ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal?.addEventListener('abort', () => resolve())
  })
}

/** Runs statements as the database does, and lets the first one of a kind wait. */
function holdFirst(
  database: Database,
  kind: RegExp,
  { onHeld, until }: { readonly onHeld: () => void; readonly until: Promise<void> },
): Database['run'] {
  const run = database.run.bind(database)
  let isHeld = false
  return async (statement, values) => {
    if (!isHeld && kind.test(statement.sql.trim())) {
      isHeld = true
      onHeld()
      await until
    }
    return run(statement, values)
  }
}
