import { strict as assert } from 'node:assert'
import { it } from 'node:test'
import { z } from 'zod'
import { batch, job, pauseQueue, resumeQueue, type AnyJob } from '../../src/jobs.ts'
import { sql } from '../../src/data/database/sql.ts'
import { JobRecords } from '../../src/work/jobs/job-records.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { until } from '../support/until.ts'
import { JobStage } from './job-stage.ts'

const order = z.object({ order: z.number() })
const owned = z.object({ owner: z.string(), order: z.number() })

/** A stage with a time of its own for dispatches as well. */
async function stageOf(database: JobStage['database']): Promise<JobStage> {
  const stage = await JobStage.on(database)
  stage.now = Date.now()
  return stage
}

/** Runs a worker until `isDone`. */
async function workUntil(
  stage: JobStage,
  jobs: readonly AnyJob[],
  isDone: () => boolean | Promise<boolean>,
): Promise<void> {
  const stop = new AbortController()
  const working = stage.worker(jobs).work(stop.signal)
  await until(isDone)
  stop.abort()
  await working
}

forEachDialect('a paused queue', (open) => {
  it('starts no jobs until it is resumed, and other queues go on', async () => {
    const stage = await stageOf(await open())
    const seen: string[] = []
    const mail = job('mail', order)
      .queue('mail')
      .run(() => void seen.push('mail'))
    const send = job('send', order).run(() => void seen.push('send'))
    await stage.in(async () => {
      await pauseQueue('mail')
      await mail.dispatch({ order: 1 })
      await send.dispatch({ order: 1 })
    })

    await stage.worker([mail, send]).runDue()
    const before = [...seen]
    await stage.in(() => resumeQueue('mail'))
    await stage.worker([mail, send]).runDue()

    assert.deepEqual([before, seen], [['send'], ['send', 'mail']])
  })

  it('is resumed although its rate is kept in the same place', async () => {
    const stage = await stageOf(await open())
    const seen: number[] = []
    const mail = job('mail', order)
      .queue('mail')
      .run((input) => void seen.push(input.order))
    const rates = new Map([['mail', { limit: 5, perMs: 60_000 }]])
    await stage.in(async () => {
      await pauseQueue('mail')
      await pauseQueue('mail')
      await mail.dispatch({ order: 1 })
    })

    await stage.worker([mail], { rates }).runDue()
    await stage.in(() => resumeQueue('mail'))
    await stage.worker([mail], { rates }).runDue()

    assert.deepEqual(seen, [1])
  })
})

forEachDialect('a job that is cancelled', (open) => {
  it('never runs if it waits, and another job of the id is left alone', async () => {
    const stage = await stageOf(await open())
    let ran = 0
    const send = job('send', order).run(() => void ran++)
    const other = job('other', order).run(() => {})

    const answers = await stage.in(async () => {
      const { id } = await send.dispatch({ order: 1 })
      return [await other.cancel(id ?? 0), await send.cancel(id ?? 0), await send.cancel(id ?? 0)]
    })
    await stage.run(send)

    assert.deepEqual([answers, ran], [[false, true, false], 0])
  })

  it('gets its signal aborted if it runs, and is not tried again', async () => {
    const stage = await stageOf(await open())
    let starts = 0
    let reason: unknown
    const send = job('send', order).run(async (_input, { signal }) => {
      starts++
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      reason = signal.reason
      throw new Error('stopped')
    })
    const { id } = await stage.in(() => send.dispatch({ order: 1 }))
    const stop = new AbortController()
    const working = stage.worker([send]).work(stop.signal)
    await until(() => starts === 1)

    await stage.in(() => send.cancel(id ?? 0))
    await until(() => stage.outcomes.length === 1)
    stop.abort()
    await working

    assert.match(String(reason), /cancelled/)
    assert.deepEqual(
      [starts, stage.outcomes[0]?.state, (await stage.rows()).length],
      [1, 'lost', 0],
    )
  })

  it('leaves no effect if it is transactional', async () => {
    const stage = await stageOf(await open())
    await stage.database.script('create table effects (n bigint not null)')
    const send = job('send', order)
      .transactional()
      .run(async ({ order: n }, run) => {
        await stage.database.query(sql`insert into effects (n) values (${n})`)
        await new JobRecords(stage.database).cancel({ ids: [run.id] })
      })
    await stage.in(() => send.dispatch({ order: 1 }))

    await stage.worker([send]).runDue()

    assert.deepEqual(await stage.database.query(sql`select n from effects`), [])
  })
})

forEachDialect('a unique key', (open) => {
  it('until the start is free while its job runs', async () => {
    const stage = await stageOf(await open())
    const added: boolean[] = []
    const send = job('send', order)
      .unique(() => 'one', { until: 'start' })
      .run(async ({ order: number }) => {
        if (number > 1) return
        added.push((await send.dispatch({ order: 2 })).isNew)
        added.push((await send.dispatch({ order: 3 })).isNew)
      })
    await stage.in(async () => {
      added.push((await send.dispatch({ order: 1 })).isNew)
      added.push((await send.dispatch({ order: 9 })).isNew)
    })

    await stage.worker([send], { concurrency: 1 }).runDue()

    assert.deepEqual(added, [true, false, true, false])
    assert.equal(stage.outcomes.length, 2)
  })

  it('for a time stays taken when the job is done, and is free afterwards', async () => {
    const stage = await stageOf(await open())
    const send = job('send', order)
      .unique(() => 'one', { for: '1s' })
      .run(() => {})

    const first = await stage.in(() => send.dispatchAll([{ order: 1 }, { order: 2 }]))
    await stage.worker([send]).runDue()
    const second = await stage.in(() => send.dispatch({ order: 3 }))
    await until(async () => (await stage.in(() => send.dispatch({ order: 4 }))).isNew)

    assert.deepEqual(
      [...first, second].map(({ id, isNew }) => [id, isNew]),
      [
        [1, true],
        [1, false],
        [1, false],
      ],
    )
  })

  it('for a time is not taken if the transaction is rolled back', async () => {
    const stage = await stageOf(await open())
    const send = job('send', order)
      .unique(() => 'one', { for: '1h' })
      .run(() => {})

    await stage.in(() =>
      stage.database
        .transaction(async () => {
          await send.dispatch({ order: 1 })
          throw new Error('no')
        })
        .catch(() => {}),
    )

    assert.equal((await stage.in(() => send.dispatch({ order: 2 }))).isNew, true)
  })

  it('that replaces gives the waiting job the last input and time: it is debounced', async () => {
    const stage = await stageOf(await open())
    const seen: number[] = []
    const send = job('send', order)
      .unique(() => 'one', { replace: true })
      .run((input) => void seen.push(input.order))

    const dispatched = await stage.in(async () => [
      await send.in('1h').dispatch({ order: 1 }),
      await send.in('2h').dispatch({ order: 2 }),
      ...(await send.in('3h').dispatchAll([{ order: 3 }, { order: 4 }])),
    ])
    stage.now += 2.5 * 3_600_000
    await stage.run(send)
    const early = [...seen]
    stage.now += 3_600_000
    await stage.run(send)

    assert.deepEqual([early, seen], [[], [4]])
    assert.deepEqual(
      dispatched.map(({ id, isNew }) => [id, isNew]),
      [
        [1, true],
        [1, false],
        [1, false],
        [1, false],
      ],
    )
  })

  it('that replaces takes the waiting job along to the line of the last input, and leaves it in its batch', async () => {
    const stage = await stageOf(await open())
    const seen: string[] = []
    const sync = job('sync', owned)
      .unique(({ order: number }) => `${number}`, { replace: true })
      .perKey(({ owner }) => owner, { atATime: 1 })
      .run(({ owner, order: number }) => void seen.push(`${owner} ${number}`))

    const [id, other] = await stage.in(async () => [
      await batch([sync.in('1h').with({ owner: 'a', order: 1 })]).dispatch(),
      await sync.in('1h').dispatch({ owner: 'b', order: 2 }),
    ])
    const replacing = await stage.in(() =>
      batch([sync.in('1h').with({ owner: 'b', order: 1 })]).dispatch(),
    )
    const rows = await stage.database.query(
      sql`select lane, lane_rules, batch from tenon_jobs order by id`,
    )
    stage.now += 2 * 3_600_000
    await stage.run(sync)

    const rules = { lane_rules: '{"atATime":1}' }
    assert.deepEqual(rows, [
      { lane: 'sync b', ...rules, batch: id },
      { lane: 'sync b', ...rules, batch: null },
    ])
    assert.ok(replacing > id && other.isNew)
    assert.deepEqual(seen.toSorted(), ['b 1', 'b 2'])
  })

  it('refuses options that exclude each other, in a sentence', () => {
    const send = job('send', order)

    // @ts-expect-error
    assert.throws(() => send.unique(() => '', { for: '1h', replace: true }), {
      code: 'E_JOB_OPTION',
      message: 'Job "send": invalid unique({ for }) with until or replace. Use one of them.',
    })
    // @ts-expect-error
    assert.throws(() => send.unique(() => '', { until: 'never' }), { code: 'E_JOB_OPTION' })
    // @ts-expect-error
    const contradicting = () => send.unique(() => '', { until: 'end', replace: true })
    assert.throws(contradicting, /default of replace/)
    // @ts-expect-error
    assert.throws(() => send.perKey(() => '', { limit: 5 }), { code: 'E_JOB_OPTION' })
    assert.throws(() => send.perKey(() => '', { atATime: 0 }), /a whole number from 1 to 1000/)
    assert.throws(() => pauseQueue('a queue'), { code: 'E_JOB_NAME' })
  })
})

forEachDialect('jobs per key', (open) => {
  it('run as many at a time as the key may, on all workers together', async () => {
    const stage = await stageOf(await open())
    const running = new Map<string, number>()
    const most = new Map<string, number>()
    const sync = job('sync', owned)
      .perKey(({ owner }) => owner, { atATime: 3 })
      .run(async ({ owner }) => {
        const now = (running.get(owner) ?? 0) + 1
        running.set(owner, now)
        most.set(owner, Math.max(most.get(owner) ?? 0, now))
        await new Promise((resolve) => setTimeout(resolve, 5)) // time: they overlap
        running.set(owner, (running.get(owner) ?? 1) - 1)
      })
    const inputs = Array.from({ length: 24 }, (_, i) => ({ owner: i % 2 ? 'a' : 'b', order: i }))
    await stage.in(() => sync.dispatchAll(inputs))

    const stop = new AbortController()
    const working = [1, 2].map(() => stage.worker([sync]).work(stop.signal))
    await until(() => stage.outcomes.length === 24)
    stop.abort()
    await Promise.all(working)

    assert.deepEqual(Object.fromEntries(most), { a: 3, b: 3 })
  })

  it('take turns: one with many does not stop one with three', async () => {
    const stage = await stageOf(await open())
    const seen: string[] = []
    const sync = job('sync', owned)
      .perKey(({ owner }) => owner)
      .run(({ owner }) => void seen.push(owner))
    const many = Array.from({ length: 2000 }, (_, i) => ({ owner: 'many', order: i }))
    await stage.in(async () => {
      await sync.dispatchAll(many)
      await sync.dispatchAll([1, 2, 3].map((i) => ({ owner: 'few', order: i })))
    })

    await workUntil(stage, [sync], () => seen.filter((owner) => owner === 'few').length === 3)

    assert.ok(seen.lastIndexOf('few') < 60, `the last one was at ${seen.lastIndexOf('few')}`)
  })

  it('start as many in a time as the key may', async () => {
    const stage = await stageOf(await open())
    const sync = job('sync', owned)
      .perKey(({ owner }) => owner, { limit: 2, per: '1m' })
      .run(() => {})
    const inputs = ['a', 'a', 'a', 'a', 'a', 'b'].map((owner, i) => ({ owner, order: i }))
    await stage.in(() => sync.dispatchAll(inputs))

    const counts: number[] = []
    for (const afterMs of [0, 1000, 30_000, 60_000, 30_000]) {
      stage.now += afterMs
      await stage.run(sync)
      counts.push(stage.outcomes.length)
    }

    assert.deepEqual(counts, [3, 3, 4, 6, 6])
  })

  it('start at the rate of their key again once a clock that was ahead for a day is corrected', async () => {
    const stage = await stageOf(await open())
    const sync = job('sync', owned)
      .perKey(({ owner }) => owner, { limit: 2, per: '1m' })
      .run(() => {})
    await stage.in(() => sync.dispatchAll([1, 2, 3].map((n) => ({ owner: 'a', order: n }))))

    const counts: number[] = []
    const day = 24 * 3_600_000
    for (const afterMs of [day, -day, 30_000]) {
      stage.now += afterMs
      await stage.run(sync)
      counts.push(stage.outcomes.length)
    }

    assert.deepEqual(counts, [2, 2, 3])
  })
})

forEachDialect('a batch', (open) => {
  it('takes more jobs while it is not done, and none afterwards', async () => {
    const stage = await stageOf(await open())
    const seen: string[] = []
    const row = job('row', order).run(async ({ order: number }) => {
      seen.push(`row ${number}`)
      if (number === 1) await batch.add(id, [row.with({ order: 2 })])
    })
    const report = job('report', order).run(() => void seen.push('report'))
    const id = await stage.in(() =>
      batch([row.with({ order: 1 })], { then: report.with({ order: 0 }) }).dispatch(),
    )

    await stage.worker([row, report]).runDue()
    const [isAdded, progress] = await stage.in(async () => [
      await batch.add(id, [row.with({ order: 3 })]),
      await batch.progress(id),
    ])

    assert.deepEqual(seen, ['row 1', 'row 2', 'report'])
    assert.deepEqual([isAdded, progress], [false, { total: 2, done: 2, failed: 0 }])
  })

  it('that is cancelled runs nothing more, and nothing follows', async () => {
    const stage = await stageOf(await open())
    const seen: string[] = []
    const row = job('row', order).run(() => void seen.push('row'))
    const report = job('report', order).run(() => void seen.push('report'))

    const answers = await stage.in(async () => {
      const then = report.with({ order: 0 })
      const id = await batch([row.with({ order: 1 }), row.with({ order: 2 })], { then }).dispatch()
      return [await batch.cancel(id), await batch.cancel(id), await batch.progress(id)]
    })
    await stage.worker([row, report]).runDue()

    assert.deepEqual([answers, seen], [[true, false, null], []])
  })
})

forEachDialect('queues with weights', (open) => {
  it('start in relation to them', async () => {
    const stage = await stageOf(await open())
    const seen: string[] = []
    const jobs = ['a', 'b'].map((queue) =>
      job(queue, order)
        .queue(queue)
        .run(() => void seen.push(queue)),
    )
    const inputs = Array.from({ length: 40 }, (_, i) => ({ order: i }))
    await stage.in(() => Promise.all(jobs.map((each) => each.dispatchAll(inputs))))

    await stage.worker(jobs, { concurrency: 1, weights: new Map([['a', 3]]) }).runDue()

    assert.equal(seen.slice(0, 40).filter((queue) => queue === 'a').length, 30)
  })
})
