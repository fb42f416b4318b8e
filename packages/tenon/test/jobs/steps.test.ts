import { strict as assert } from 'node:assert'
import { it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { transaction } from '../../src/database.ts'
import { sql, toRecords } from '../../src/data/database/sql.ts'
import { job, notify } from '../../src/jobs.ts'
import type { Database } from '../../src/data/database/database.ts'
import { JobRecords } from '../../src/work/jobs/job-records.ts'
import { JobStore } from '../../src/work/jobs/store/job-store.ts'
import { StepStore } from '../../src/work/jobs/store/step-store.ts'
import { WaitingJobs } from '../../src/work/jobs/store/waiting-jobs.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { until } from '../support/until.ts'
import { JobStage } from './job-stage.ts'

const order = z.object({ order: z.number() })

/** A job that waits for a day until order 1 is paid. */
const shipping = () => {
  const seen: unknown[] = []
  const ship = job('ship', order).run(async (_input, run) => {
    seen.push(await run.waitFor('paid', { key: 1, timeout: '1d' }))
  })
  return { ship, seen }
}

const claimOf = (name: string) => ({ queue: 'default', names: [name], limit: 1, leaseMs: 30_000 })

forEachDialect('the steps of a job', (open) => {
  it('run once, and keep their results when the job runs again', async () => {
    const stage = await JobStage.on(await open())
    stage.now = Date.now()
    const seen: unknown[] = []
    const pay = job('pay', order)
      .backoff('1s')
      .run(async ({ order: number }, run) => {
        const receipt = await run.step('charge', () => {
          seen.push('charge')
          return { receipt: number }
        })
        await run.step('log', () => void seen.push('log'))
        if (run.attempt === 1) throw new Error('The process died')
        seen.push(receipt)
      })
    await stage.in(() => pay.dispatch({ order: 7 }))

    await stage.run(pay)
    stage.now += 2000
    await stage.run(pay)

    assert.deepEqual(seen, ['charge', 'log', { receipt: 7 }])
    assert.deepEqual(await stage.database.query(sql`select * from tenon_job_steps`), [])
  })

  it('sleep without a worker, and have all attempts again afterwards', async () => {
    const stage = await JobStage.on(await open())
    stage.now = Date.now()
    const seen: string[] = []
    const remind = job('remind', order)
      .attempts(2)
      .backoff('1s')
      .run(async (_input, run) => {
        await run.sleep('three days', '3d')
        seen.push(`attempt ${run.attempt}`)
        if (seen.length === 1) throw new Error('once')
      })
    await stage.in(() => remind.dispatch({ order: 1 }))

    await stage.run(remind)
    stage.now += 2 * 86_400_000
    await stage.run(remind)
    const early = [...seen]
    stage.now += 86_400_000
    await stage.run(remind)
    stage.now += 2000
    await stage.run(remind)

    assert.deepEqual(early, [])
    assert.deepEqual(seen, ['attempt 2', 'attempt 3'])
    assert.deepEqual(
      stage.outcomes.map(({ state }) => state),
      ['suspended', 'retried', 'ok'],
    )
  })

  it('leave a job that is retried the attempts it has, however often it has slept', async () => {
    const stage = await JobStage.on(await open())
    stage.now = Date.now()
    const seen: string[] = []
    const remind = job('remind', order)
      .attempts(2)
      .backoff('1s')
      .run(async (_input, run) => {
        await run.sleep('an hour', '1h')
        await run.sleep('another hour', '1h')
        seen.push(`attempt ${run.attempt}`)
        throw new Error('always')
      })
    const runAll = async (): Promise<void> => {
      for (let i = 0; i < 6; i += 1) {
        await stage.run(remind)
        stage.now += 3_600_000
      }
    }
    await stage.in(() => remind.dispatch({ order: 1 }))
    await runAll()
    const first = seen.splice(0)

    await new JobRecords(stage.database).retry({ name: 'remind' })
    await runAll()

    assert.deepEqual(first, ['attempt 3', 'attempt 4'])
    assert.deepEqual(seen, ['attempt 1', 'attempt 2'])
    assert.equal((await stage.rows())[0]?.state, 'failed')
  })

  it('wait for a signal, which may come first, or in a transaction', async () => {
    const stage = await JobStage.on(await open())
    stage.now = Date.now()
    const seen: unknown[] = []
    const ship = job('ship', order).run(async ({ order: number }, run) => {
      const paid = await run.waitFor('paid', { key: number, timeout: '14d' })
      seen.push([number, paid?.value])
    })
    await stage.in(async () => {
      await ship.dispatchAll([{ order: 1 }, { order: 2 }, { order: 3 }])
      await notify('paid', 1, { by: 'card' })
    })

    await stage.run(ship)
    await stage.in(async () => {
      await transaction(() => notify('paid', 2, { by: 'bill' }))
      await transaction(async () => {
        await notify('paid', 3)
        throw new Error('no')
      }).catch(() => {})
    })
    await stage.run(ship)

    assert.deepEqual(seen, [
      [1, { by: 'card' }],
      [2, { by: 'bill' }],
    ])
    assert.deepEqual(await stage.database.query(sql`select * from tenon_job_signals`), [])
  })

  it('are given one signal each: a second one with the same key waits for the next job', async () => {
    const stage = await JobStage.on(await open())
    stage.now = Date.now()
    const seen: unknown[] = []
    const ship = job('ship', order).run(async ({ order: number }, run) => {
      const paid = await run.waitFor('paid', { key: 'bank', timeout: '14d' })
      seen.push([number, paid?.value])
    })
    await stage.in(async () => {
      await ship.dispatch({ order: 1 })
      await notify('paid', 'bank', 'first')
      await notify('paid', 'bank', 'second')
    })

    await stage.run(ship)
    await stage.in(() => ship.dispatch({ order: 2 }))
    await stage.run(ship)

    assert.deepEqual(seen, [
      [1, 'first'],
      [2, 'second'],
    ])
    assert.deepEqual(await stage.database.query(sql`select * from tenon_job_signals`), [])
  })

  it('are given the same signal, however many jobs wait for it', async () => {
    const stage = await JobStage.on(await open())
    stage.now = Date.now()
    const seen: unknown[] = []
    const ship = job('ship', order).run(async (_input, run) => {
      seen.push((await run.waitFor('paid', { key: 'bank', timeout: '14d' }))?.value)
    })
    const orders = Array.from({ length: 120 }, (_, i) => ({ order: i }))
    await stage.in(() => ship.dispatchAll(orders))
    await stage.run(ship)
    await stage.in(() => notify('paid', 'bank', 'yes'))

    await stage.run(ship)

    assert.deepEqual(
      seen,
      orders.map(() => 'yes'),
    )
    assert.deepEqual(await stage.database.query(sql`select * from tenon_job_signals`), [])
  })

  it('wait for a signal with any key, such as one from a client', async () => {
    const stage = await JobStage.on(await open())
    stage.now = Date.now()
    const seen: unknown[] = []
    const ship = job('ship', z.object({ key: z.string() })).run(async ({ key }, run) => {
      const paid = await run.waitFor('paid', { key, timeout: '14d' })
      seen.push(paid?.value)
    })
    const keys = ['a\0', 'a\ud800', 'x'.repeat(10_000)]
    await stage.in(async () => {
      await ship.dispatchAll(keys.map((key) => ({ key })))
      for (const [i, key] of keys.entries()) await notify('paid', key, i)
    })

    await stage.run(ship)

    assert.deepEqual(new Set(seen), new Set([0, 1, 2]))
  })

  it('stop waiting when the time is up', async () => {
    const stage = await JobStage.on(await open())
    stage.now = Date.now()
    const seen: unknown[] = []
    const ship = job('ship', order).run(async (_input, run) => {
      seen.push(await run.waitFor('paid', { key: 1, timeout: '14d' }))
    })
    await stage.in(() => ship.dispatch({ order: 1 }))

    await stage.run(ship)
    stage.now += 14 * 86_400_000
    await stage.run(ship)

    assert.deepEqual(seen, [null])
  })

  it('never stop waiting for a signal that has come: an answer stays the same', async () => {
    const stage = await JobStage.on(await open())
    stage.now = Date.now()
    const seen: unknown[] = []
    const ship = job('ship', order)
      .backoff('1s')
      .run(async (_input, run) => {
        seen.push(await run.waitFor('paid', { key: 1, timeout: '14d' }))
        if (run.attempt < 3) throw new Error('The process died')
      })
    await stage.in(() => ship.dispatch({ order: 1 }))
    await stage.run(ship)

    stage.now += 14 * 86_400_000
    const database = beforeStatement(
      stage.database,
      /^\s*update tenon_job_steps set is_done = 1/,
      () =>
        stage.in(async () => {
          await notify('paid', 1, 'yes')
          await new StepStore(stage.database).deliver()
        }),
    )
    await stage.worker([ship], { database, clock: { now: () => stage.now } }).runDue()
    stage.now += 2000
    await stage.run(ship)

    assert.deepEqual(seen, [{ value: 'yes' }, { value: 'yes' }])
  })

  it('continue with a signal that comes when their time is up and they wait for a worker', async () => {
    const stage = await JobStage.on(await open())
    stage.now = Date.now()
    const clock = { now: () => stage.now }
    const { ship, seen } = shipping()
    await stage.in(() => ship.dispatch({ order: 1 }))
    await stage.run(ship)

    stage.now += 14 * 86_400_000
    await new WaitingJobs(stage.database, clock).promote()
    await stage.in(() => notify('paid', 1, 'late'))
    await new StepStore(stage.database, clock).deliver()
    await stage.run(ship)

    assert.deepEqual(seen, [{ value: 'late' }])
    assert.deepEqual(await stage.rows(), [])
  })

  for (const end of ['whose lease expires', 'which gives its jobs back'] as const) {
    it(`continue with a signal that comes between a step and its suspension by a worker ${end}`, async () => {
      const stage = await JobStage.on(await open())
      stage.now = Date.now()
      const clock = { now: () => stage.now }
      const { ship, seen } = shipping()
      await stage.in(() => ship.dispatch({ order: 1 }))
      const [store, steps] = [
        new JobStore(stage.database, clock),
        new StepStore(stage.database, clock),
      ]
      const claimed = await store.claim({ worker: 'killed', ...claimOf('ship') })
      const step = { position: 0, name: 'paid', key: '1', wakeInMs: 86_400_000 }
      for (const run of claimed)
        await steps.add('killed', run, { ...step, result: null, isDone: false })
      await stage.in(() => notify('paid', 1, 'yes'))
      await steps.deliver()

      stage.now += 30_001
      if (end === 'whose lease expires') await store.expire(await store.leases(30_000), 30_000)
      else await store.release('killed')
      const [given] = await stage.rows()
      await stage.run(ship)

      assert.deepEqual([given?.state, given?.run_at], ['ready', stage.now])
      assert.deepEqual(seen, [{ value: 'yes' }])
    })
  }

  it('continue a running worker as soon as the signal is there', async () => {
    const stage = await JobStage.on(await open())
    const ended = Promise.withResolvers<unknown>()
    const ship = job('ship', order).run(async (_input, run) => {
      ended.resolve(await run.waitFor('paid', { key: 1, timeout: '14d' }))
    })
    const stop = new AbortController()
    const working = stage.worker([ship]).work(stop.signal)
    await stage.in(() => ship.dispatch({ order: 1 }))
    await until(() => stage.outcomes.some(({ state }) => state === 'suspended'))

    await stage.in(() => notify('paid', 1, 'yes'))

    assert.deepEqual(await ended.promise, { value: 'yes' })
    stop.abort()
    await working
  })

  it('fail for good, naming both, if one was renamed since the job began', async () => {
    const stage = await JobStage.on(await open())
    stage.now = Date.now()
    const before = job('pay', order).run(async (_input, run) => {
      await run.step('charge', () => 1)
      await run.sleep('a day', '1d')
    })
    const after = job('pay', order).run(async (_input, run) => {
      await run.step('debit', () => 1)
      await run.sleep('a day', '1d')
    })
    await stage.in(() => before.dispatch({ order: 1 }))

    await stage.run(before)
    stage.now += 86_400_000
    await stage.run(after)

    const [row] = await stage.rows()
    assert.equal(row?.state, 'failed')
    assert.match(String(row?.error), /began with the step "charge" where it now has "debit"/)
  })

  it('may have the same name, as in a loop, and each keeps its own result', async () => {
    const stage = await JobStage.on(await open())
    const results: unknown[] = []
    let calls = 0
    const pages = job('pages', order)
      .backoff('1s')
      .run(async (_input, run) => {
        for (let page = 1; page <= 3; page++) {
          results.push(await run.step('page', () => ({ page, call: ++calls })))
          if (run.attempt === 1 && page === 2) throw new Error('interrupted')
        }
      })
    stage.now = Date.now()
    await stage.in(() => pages.dispatch({ order: 1 }))

    await stage.run(pages)
    stage.now += 10_000
    await stage.run(pages)

    assert.deepEqual(
      results,
      [1, 2, 1, 2, 3].map((page) => ({ page, call: page })),
    )
  })

  it('return what JSON keeps of a result, the first time as well', async () => {
    const stage = await JobStage.on(await open())
    stage.now = Date.now()
    const results: unknown[] = []
    const bare: object = Object.assign(Object.create(null), { id: 1 })
    const pay = job('pay', order)
      .backoff('1s')
      .run(async (_input, run) => {
        results.push(
          await run.step('charge', () => ({ id: 1, note: undefined, total: -0 })),
          await run.step('list', () => [{ note: undefined }, bare]),
        )
        if (run.attempt === 1) throw new Error('The process died')
      })
    await stage.in(() => pay.dispatch({ order: 1 }))

    await stage.run(pay)
    stage.now += 2000
    await stage.run(pay)

    const kept = [{ id: 1, total: 0 }, [{}, { id: 1 }]]
    assert.deepEqual(results, [...kept, ...kept])
    assert.ok(results.every((result) => !JSON.stringify(result).includes('note')))
  })

  it('fail for good, at once, with a result that JSON cannot keep', async () => {
    const stage = await JobStage.on(await open())
    const circle: unknown[] = []
    circle.push(circle)
    const results: Readonly<Record<string, unknown>> = {
      date: new Date(),
      map: { map: new Map() },
      bigint: [1n],
      function: { call() {} },
      infinity: Infinity,
      undefined: [undefined],
      circle,
    }
    const bad = job('bad', z.object({ kind: z.string() })).run(async ({ kind }, run) => {
      await run.step('one', () => results[kind])
    })
    await stage.in(() => bad.dispatchAll(Object.keys(results).map((kind) => ({ kind }))))

    await stage.run(bad)

    const rows = await stage.rows()
    const failed = rows.filter(({ error }) => /that JSON cannot keep/.test(String(error)))
    assert.deepEqual(
      failed.map(({ state, attempt }) => [state, attempt]),
      Object.keys(results).map(() => ['failed', 1]),
    )
  })

  it('need JSON results and no transaction', async () => {
    const stage = await JobStage.on(await open())
    const date = job('date', order).run(async (_input, run) => {
      await run.step('now', (): unknown => new Date())
    })
    const within = job('within', order)
      .transactional()
      .run(async (_input, run) => {
        await run.step('one', () => 1)
      })
    await stage.in(async () => {
      for (const each of [date, within]) await each.dispatch({ order: 1 })
    })

    await stage.run(date, within)

    const errors = (await stage.rows()).map(({ error }) => String(error))
    assert.match(errors[0] ?? '', /returned something that JSON cannot keep/)
    assert.match(errors[1] ?? '', /is transactional/)
  })

  it('are refused beside one that sleeps or waits, before anything is done twice', async () => {
    const stage = await JobStage.on(await open())
    stage.now = Date.now()
    const charged: string[] = []
    const beside = job('beside', order).run(async (_input, run) => {
      const charge = () => run.step('charge', () => void charged.push('beside'))
      await Promise.all([run.sleep('an hour', '1h'), charge()])
    })
    const within = job('within', order).run((_input, run) =>
      run.step('charge', () => run.sleep('an hour', '1h')),
    )
    const racing = job('racing', order).run((_input, run) =>
      Promise.race([
        run.waitFor('paid', { key: 1, timeout: '1h' }),
        run.waitFor('cancelled', { key: 1, timeout: '1h' }),
      ]),
    )
    const jobs = [beside, within, racing]
    await stage.in(async () => {
      for (const each of jobs) await each.dispatch({ order: 1 })
    })

    await stage.run(...jobs)
    stage.now += 2 * 3_600_000
    await stage.run(...jobs)

    const rows = await stage.rows()
    const pairs = rows.map(({ error }) =>
      /"([\w ]+)" of job .* before "([\w ]+)"/.exec(String(error)),
    )
    assert.deepEqual(
      pairs.map((pair) => pair?.slice(1)),
      [
        ['charge', 'an hour'],
        ['an hour', 'charge'],
        ['cancelled', 'paid'],
      ],
    )
    assert.deepEqual(charged, [])
  })

  it('run beside each other if none of them sleeps or waits', async () => {
    const stage = await JobStage.on(await open())
    const results: unknown[] = []
    const both = job('both', order).run(async (_input, run) => {
      const steps = [1, 2].map((each) => run.step('one', () => Promise.resolve(each)))
      results.push(await Promise.all(steps))
    })
    await stage.in(() => both.dispatch({ order: 1 }))

    await stage.run(both)

    assert.deepEqual(results, [[1, 2]])
  })

  it('do not begin once the attempt is suspended', async () => {
    const stage = await JobStage.on(await open())
    const seen: string[] = []
    const goingOn = job('going-on', order).run(async (_input, run) => {
      const ended = run.sleep('an hour', '1h')
      await Promise.race([ended, until(() => stage.outcomes.length > 0)])
      await run.step('charge', () => void seen.push('charged')).catch(() => seen.push('caught'))
    })
    await stage.in(() => goingOn.dispatch({ order: 1 }))

    await stage.run(goingOn)
    await setTimeout(100) // time: for what must not happen

    assert.deepEqual([seen, stage.outcomes.map(({ state }) => state)], [[], ['suspended']])
  })

  it('neither sleep nor wait inside a transaction, which would stay open', async () => {
    const stage = await JobStage.on(await open())
    const sleeping = job('sleeping', order).run((_input, run) =>
      transaction(() => run.sleep('a day', '1d')),
    )
    const waiting = job('waiting', order).run((_input, run) =>
      transaction(() => run.waitFor('paid', { key: 1, timeout: '1d' })),
    )
    const keeping = job('keeping', order).run((_input, run) =>
      transaction(() => run.step('one', () => 1)),
    )
    const jobs = [sleeping, waiting, keeping]
    await stage.in(async () => {
      for (const each of jobs) await each.dispatch({ order: 1 })
    })

    await stage.run(...jobs)

    const rows = await stage.rows()
    assert.deepEqual(
      rows.map(({ name, state, attempt }) => [name, state, attempt]),
      [
        ['sleeping', 'failed', 1],
        ['waiting', 'failed', 1],
      ],
    )
    const inside = /is inside transaction\(\), which would stay open/
    assert.ok(rows.every(({ error }) => inside.test(String(error))))
  })
})

/** Runs `work` once, before the first statement that matches. */
function beforeStatement(database: Database, text: RegExp, work: () => Promise<void>): Database {
  let hasRun = false
  const execute: Database['execute'] = async (statement) => {
    if (hasRun || !text.test(statement.sql)) return database.execute(statement)
    hasRun = true
    await work()
    return database.execute(statement)
  }
  const query: Database['query'] = async (fragment) =>
    toRecords(await execute(fragment.compile(database.dialect)))
  return new Proxy(database, {
    get(target, name) {
      if (name === 'query') return query
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
