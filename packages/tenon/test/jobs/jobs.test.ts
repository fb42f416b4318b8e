import { strict as assert } from 'node:assert'
import { it } from 'node:test'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { createDatabase } from '../../src/data/drivers/create-database.ts'
import { DatabaseUnavailable } from '../../src/data/database/database-error.ts'
import type { Database } from '../../src/data/database/database.ts'
import { sql } from '../../src/data/database/sql.ts'
import { transaction } from '../../src/database.ts'
import { batch, job, PermanentFailure, notify } from '../../src/jobs.ts'
import { c, Model } from '../../src/models.ts'
import { JobRecords } from '../../src/work/jobs/job-records.ts'
import { createTables } from '../support/create-tables.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { ValidationFailed } from '../../src/errors.ts'
import { until } from '../support/until.ts'
import { JobStage } from './job-stage.ts'

const order = z.object({ order: z.number() })

class Order extends Model('orders', { id: c.id() }) {}

forEachDialect('jobs', (open) => {
  it('run with their input, once, and are gone', async () => {
    const stage = await JobStage.on(await open())
    const seen: unknown[] = []
    const send = job('send', order).run((input, run) => seen.push([input, run.job, run.attempt]))

    const { id, isNew } = await stage.in(() => send.dispatch({ order: 7 }))
    await stage.run(send)
    await stage.run(send)

    assert.equal(isNew, true)
    assert.equal(typeof id, 'number')
    assert.deepEqual(seen, [[{ order: 7 }, 'send', 1]])
    assert.deepEqual(await stage.rows(), [])
    assert.deepEqual(
      stage.outcomes.map(({ state }) => state),
      ['ok'],
    )
  })

  it('are dispatched with a transaction: not at all if it rolls back', async () => {
    const stage = await JobStage.on(await open())
    const send = job('send', order).run(() => {})

    await stage.in(async () => {
      await assert.rejects(
        transaction(async () => {
          await send.dispatch({ order: 1 })
          throw new Error('no')
        }),
        /no/,
      )
      await transaction(async () => {
        await send.dispatch({ order: 2 })
      })
    })

    assert.equal((await stage.rows()).length, 1)
  })

  it('are dispatched together, with an id each, in their order', async () => {
    const stage = await JobStage.on(await open())
    const seen: number[] = []
    const send = job('send', order).run((input) => seen.push(input.order))

    const dispatched = await stage.in(() =>
      send.dispatchAll(Array.from({ length: 25 }, (_, i) => ({ order: i }))),
    )
    await stage.run(send)

    assert.equal(new Set(dispatched.map(({ id }) => id)).size, 25)
    assert.deepEqual(
      seen,
      Array.from({ length: 25 }, (_, i) => i),
    )
  })

  it('wait until their time', async () => {
    const stage = await JobStage.on(await open())
    const seen: number[] = []
    const send = job('send', order).run((input) => seen.push(input.order))
    const at = new Date(Date.now() + 3_600_000)
    await stage.in(async () => {
      await send.in('5m').dispatch({ order: 5 })
      await send.at(at).dispatch({ order: 60 })
      await send.dispatch({ order: 0 })
    })

    stage.now = Date.now()
    await stage.run(send)
    stage.now += 330_000
    await stage.run(send)
    const before = [...seen]
    stage.now = at.getTime()
    await stage.run(send)

    assert.deepEqual(before, [0, 5])
    assert.deepEqual(seen, [0, 5, 60])
  })

  it('start at once if their time was before 1970, also those that an earlier version has left', async () => {
    const stage = await JobStage.on(await open())
    const seen: number[] = []
    const send = job('send', order).run((input) => seen.push(input.order))
    await stage.in(async () => {
      await send.at(new Date('1969-12-31T23:00:00Z')).dispatch({ order: 1 })
      await send.at(new Date(-8.64e15)).dispatch({ order: 2 })
      await send.dispatch({ order: 3 })
    })
    const [first] = await stage.rows()
    await stage.database.query(sql`update tenon_jobs set run_at = -1 where id <> ${first?.id ?? 0}`)

    await stage.run(send)

    assert.equal(first?.run_at, 0)
    assert.deepEqual(new Set(seen), new Set([1, 2, 3]))
  })

  it('all start when their time has come, however many there are', async () => {
    const stage = await JobStage.on(await open())
    stage.now = Date.now()
    let ran = 0
    const send = job('send', order).run(() => void ran++)
    const inputs = Array.from({ length: 2500 }, (_, i) => ({ order: i }))
    await stage.in(() => send.in('1h').dispatchAll(inputs))

    await stage.run(send)
    const early = ran
    stage.now += 3_660_000
    await stage.run(send)

    assert.deepEqual([early, ran], [0, 2500])
  })

  it('start in order of priority, then age, also where each claim takes long', async ({ mock }) => {
    const stage = await JobStage.on(await open())
    let time = performance.now()
    mock.method(performance, 'now', () => (time += 25))
    const seen: number[] = []
    const send = job('send', order).run((input) => seen.push(input.order))
    await stage.in(async () => {
      await send.dispatch({ order: 1 })
      await send.priority(5).dispatch({ order: 2 })
      await send.priority(-5).dispatch({ order: 3 })
      await send.dispatch({ order: 4 })
    })

    await stage.worker([send], { concurrency: 1 }).runDue()

    assert.deepEqual(seen, [2, 1, 4, 3])
  })

  it('are tried again after growing delays, and kept with error, stack and input', async () => {
    const stage = await JobStage.on(await open())
    stage.now = Date.now()
    const attempts: number[] = []
    const fail = job('fail', order)
      .attempts(3)
      .backoff('10s')
      .run((_input, run) => {
        attempts.push(run.attempt)
        throw new TypeError(`wrong ${run.attempt}`)
      })
    await stage.in(() => fail.dispatch({ order: 1 }))

    await stage.run(fail)
    const [first] = await stage.rows()
    await stage.run(fail)
    stage.now += 13_000
    await stage.run(fail)
    const [second] = await stage.rows()
    stage.now += 26_000
    await stage.run(fail)

    assert.deepEqual(attempts, [1, 2, 3])
    assert.equal(first?.state, 'delayed')
    assert.ok(Number(second?.run_at) - stage.now + 26_000 >= 15_000)
    const [kept] = await stage.database.query<Record<string, unknown>>(
      sql`select state, error, stack, input from tenon_jobs`,
    )
    assert.equal(kept?.['state'], 'failed')
    assert.equal(kept?.['error'], 'TypeError: wrong 3')
    assert.match(String(kept?.['stack']), /jobs\.test\.ts/)
    assert.equal(kept?.['input'], '{"order":1}')
  })

  it('are not tried again after a permanent failure', async () => {
    const stage = await JobStage.on(await open())
    const fail = job('fail', order).run(() => {
      throw new PermanentFailure('There is no such mailbox')
    })
    await stage.in(() => fail.dispatch({ order: 1 }))

    await stage.run(fail)

    assert.deepEqual(
      stage.outcomes.map(({ state }) => state),
      ['failed'],
    )
  })

  it('say which record was missing', async () => {
    const stage = await JobStage.on(await open())
    const pay = job('pay', order).run(({ order: key }) => Order.findOrFail(key))

    await stage.in(async () => {
      await createTables(stage.database, Order)
      await pay.dispatch({ order: 7 })
    })
    await stage.run(pay)

    const [row] = await stage.rows()
    assert.equal(row?.error, 'NotFound: No Order with the id 7 was found')
  })

  it('say which field was invalid if they fail by a validation', async () => {
    const stage = await JobStage.on(await open())
    const check = job('check', order).run(() => {
      throw new ValidationFailed({ 'files.0': 'The files must not be empty' })
    })

    await stage.in(() => check.dispatch({ order: 1 }))
    await stage.run(check)

    const [row] = await stage.rows()
    assert.match(
      row?.error ?? '',
      /^ValidationFailed: .*\(files\.0: The files must not be empty\)$/,
    )
  })

  it('with a unique key are found with one more statement, however many are there', async () => {
    const statements: string[] = []
    const onSlowStatement = ({ sql }: { sql: string }) => void statements.push(sql)
    const stage = await JobStage.on(await open({ slowStatement: 'always', onSlowStatement }))
    const send = job('send', order)
      .unique((input) => String(input.order))
      .run(() => {})
    const inputs = Array.from({ length: 1000 }, (_, i) => ({ order: i }))
    const first = await stage.in(() => send.dispatchAll(inputs))
    statements.length = 0

    const second = await stage.in(() => send.dispatchAll([...inputs, { order: 5 }, { order: -1 }]))

    // On PostgreSQL, the notice of the first jobs is sent at some moment after their commit.
    assert.equal(statements.filter((sql) => !sql.includes('pg_notify')).length, 2)
    assert.deepEqual(
      second.slice(0, 1000),
      first.map(({ id }) => ({ id, isNew: false })),
    )
    assert.deepEqual(second[1000], { id: first[5]?.id, isNew: false })
    assert.equal(second[1001]?.isNew, true)
  })

  it('with a unique key are added once, until they have ended', async () => {
    const stage = await JobStage.on(await open())
    const send = job('send', order)
      .unique((input) => String(input.order))
      .run(() => {})

    const first = await stage.in(() => send.dispatch({ order: 1 }))
    const second = await stage.in(() => send.dispatchAll([{ order: 1 }, { order: 2 }]))
    await stage.run(send)
    const third = await stage.in(() => send.dispatch({ order: 1 }))

    assert.deepEqual(second, [
      { id: first.id, isNew: false },
      { id: second[1]?.id, isNew: true },
    ])
    assert.equal(third.isNew, true)
  })

  it('accept any text as a unique key, such as one from a client', async () => {
    const stage = await JobStage.on(await open())
    const send = job('send', z.object({ key: z.string() }))
      .unique(({ key }) => key)
      .run(() => {})
    const keys = ['a\0', 'a\ud800', 'x'.repeat(10_000), `${'x'.repeat(9_999)}y`, '']

    const first = await stage.in(() => send.dispatchAll(keys.map((key) => ({ key }))))
    const second = await stage.in(() => send.dispatchAll(keys.map((key) => ({ key }))))

    assert.deepEqual(
      first.map(({ isNew }) => isNew),
      keys.map(() => true),
    )
    assert.deepEqual(
      second,
      first.map(({ id }) => ({ id, isNew: false })),
    )
  })

  it('refuse an input that the schema rejects, also as JSON', async () => {
    const stage = await JobStage.on(await open())
    const send = job('send', order).run(() => {})
    const at = job('at', z.object({ at: z.date() })).run(() => {})

    await stage.in(async () => {
      await assert.rejects(send.dispatch({ order: '7' as never }), {
        code: 'E_JOB_INPUT',
        message: /"send" was dispatched with an input that its schema rejects: order: /,
      })
      await assert.rejects(at.dispatch({ at: new Date() }), /in which a date is text/)
      await assert.rejects(send.dispatch({ order: 1n as never }), /not JSON/)
    })

    assert.deepEqual(await stage.rows(), [])
  })

  it('fail with a sentence if their input no longer fits, and can be retried once it does', async () => {
    const stage = await JobStage.on(await open())
    const seen: number[] = []
    const before = job('send', z.object({ id: z.number() })).run(({ id }) => seen.push(id))
    const now = job('send', order).run(() => {})
    await stage.in(() => before.dispatch({ id: 1 }))

    await stage.run(now)
    const [row] = await stage.rows()
    await new JobRecords(stage.database).retry({ name: 'send' })
    await stage.run(before)

    assert.deepEqual(seen, [1])
    assert.deepEqual(await stage.rows(), [])
    assert.equal(row?.state, 'failed')
    assert.match(String(row?.error), /no longer fits the schema of "send": order: /)
  })

  it('are kept and reported if their code is gone', async () => {
    const stage = await JobStage.on(await open())
    const gone = job('gone', order).run(() => {})
    const here = job('here', order).run(() => {})
    await stage.in(() => gone.dispatchAll([{ order: 1 }, { order: 2 }]))

    await stage.run(here)

    assert.equal((await stage.rows()).length, 2)
    assert.match(stage.log.messages.join('\n'), /2 jobs "gone" wait, and this process has no code/)
  })

  it('fail an attempt that takes too long, and abort its signal', async () => {
    const stage = await JobStage.on(await open())
    const signals: AbortSignal[] = []
    const slow = job('slow', order)
      .timeout('20ms')
      .attempts(1)
      .run(async (_input, { signal: notify }) => {
        signals.push(notify)
        await delay(60_000, undefined, { signal: notify }) // time: longer than its limit
      })
    await stage.in(() => slow.dispatch({ order: 1 }))

    await stage.run(slow)

    const [row] = await stage.rows()
    assert.equal(signals[0]?.aborted, true)
    assert.match(String(row?.error), /longer than its timeout of 0.02 s/)
  })

  it('if transactional, undo everything that a failed attempt wrote', async () => {
    const stage = await JobStage.on(await open())
    await stage.database.script('create table effects (n integer)')
    const write = job('write', order)
      .transactional()
      .backoff('1s')
      .run(async (_input, run) => {
        await stage.database.query(sql`insert into effects (n) values (${run.attempt})`)
        if (run.attempt === 1) throw new Error('once')
      })
    await stage.in(() => write.dispatch({ order: 1 }))

    stage.now = Date.now()
    await stage.run(write)
    stage.now += 2000
    await stage.run(write)

    assert.deepEqual(await stage.database.query(sql`select n from effects`), [{ n: 2 }])
    assert.deepEqual(await stage.rows(), [])
  })

  it('say what to do if the tables are missing', async () => {
    const database = await open()
    const send = job('send', order).run(() => {})

    await assert.rejects(
      new JobStage(database).in(() => send.dispatch({ order: 1 })),
      { code: 'E_JOB_TABLES' },
    )
  })

  it('say so in as many transactions as there are connections, without waiting for one', async () => {
    const size = open.dialect === 'postgres' ? '&pool=2' : ''
    await using database = createDatabase(`${await open.url()}${size}`, { connectTimeout: '1s' })
    const send = job('send', order).run(() => {})
    const both = Promise.withResolvers<void>()
    let begun = 0

    const ends = await new JobStage(database).in(() =>
      Promise.allSettled(
        [1, 2].map((number) =>
          transaction(async () => {
            await database.query(sql`select 1`)
            if (++begun === 2 || open.dialect === 'sqlite') both.resolve()
            await both.promise
            await send.dispatch({ order: number })
          }),
        ),
      ),
    )

    assert.deepEqual(
      ends.map((end) => end.status === 'rejected' && end.reason.code),
      ['E_JOB_TABLES', 'E_JOB_TABLES'],
    )
  })

  it('say so for signals and batches, too', async () => {
    const stage = new JobStage(await open())
    const send = job('send', order).run(() => {})
    const missing = { code: 'E_JOB_TABLES' }

    await stage.in(async () => {
      await assert.rejects(notify('paid', 1), missing)
      await assert.rejects(batch([send.with({ order: 1 })]).dispatch(), missing)
      await assert.rejects(batch.progress(1), missing)
    })
  })
})

forEachDialect('a worker of jobs', (open) => {
  it('picks up what is dispatched while it waits', async () => {
    const stage = await JobStage.on(await open())
    const ran = Promise.withResolvers<void>()
    const send = job('send', order).run(() => ran.resolve())
    const stop = new AbortController()
    const working = stage.worker([send]).work(stop.signal)
    await delay(50) // time: it waits

    await stage.in(() => send.dispatch({ order: 1 }))

    await ran.promise
    stop.abort()
    await working
    assert.deepEqual(await stage.rows(), [])
  })

  it('gives back what has not ended when it stops, without counting the attempt', async () => {
    const stage = await JobStage.on(await open())
    const started = Promise.withResolvers<void>()
    const stuck = job('stuck', order).run(() => {
      started.resolve()
      return new Promise(() => {})
    })
    const stop = new AbortController()
    const working = stage.worker([stuck], { stopTimeout: '50ms' }).work(stop.signal)
    await stage.in(() => stuck.dispatch({ order: 1 }))
    await started.promise

    stop.abort()
    await working

    const [row] = await stage.rows()
    assert.equal(row?.state, 'ready')
    assert.equal(row?.attempt, 0)
  })

  it('gives back at once what it has claimed without getting the answer', async () => {
    const stage = await JobStage.on(await open())
    const stop = new AbortController()
    const attempts: number[] = []
    const send = job('send', order)
      .attempts(1)
      .run((_input, run) => {
        attempts.push(run.attempt)
        stop.abort()
      })
    await stage.in(() => send.dispatch({ order: 1 }))

    const database = losingOneClaim(stage.database)
    await stage.worker([send], { database }).work(stop.signal)

    assert.deepEqual(attempts, [1])
    assert.deepEqual(await stage.rows(), [])
    assert.ok(stage.log.messages.some((line) => line.includes('Gave back 1 jobs whose claim')))
  })

  it('leaves to others what it cannot start at once', async () => {
    const stage = await JobStage.on(await open())
    const stop = new AbortController()
    const slow = Promise.withResolvers<void>()
    const started: number[] = []
    const send = job('send', order).run(async (input) => {
      started.push(input.order)
      if (input.order === 0) await slow.promise
    })
    await stage.in(() => send.dispatchAll([0, 1, 2, 3, 4].map((n) => ({ order: n }))))
    const options = { concurrency: 1 }

    const busy = stage.worker([send], options).work(stop.signal)
    await until(() => started.length !== 0)
    const idle = stage.worker([send], options).work(stop.signal)
    await until(() => started.length >= 5)
    slow.resolve()
    await until(async () => (await stage.rows()).length === 0)
    stop.abort()
    await Promise.all([busy, idle])

    assert.deepEqual(started, [0, 1, 2, 3, 4])
  })

  it('takes over the jobs of a dead worker, whose late report counts nothing', async () => {
    const stage = await JobStage.on(await open())
    const release = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    const attempts: number[] = []
    const send = job('send', order).run(async (_input, run) => {
      attempts.push(run.attempt)
      started.resolve()
      if (run.attempt === 1) await release.promise
    })
    await stage.in(() => send.dispatch({ order: 1 }))
    stage.now = Date.now()
    const silent = stage.silentWorker([send]).runDue()
    await started.promise

    stage.now += 31_000
    await stage.run(send)
    release.resolve()
    await silent

    assert.deepEqual(attempts, [1, 2])
    assert.deepEqual(
      stage.outcomes.map(({ state }) => state),
      ['ok', 'lost'],
    )
  })

  it('ends a job that has killed its process in every attempt', async () => {
    const stage = await JobStage.on(await open())
    stage.now = Date.now()
    const poison = job('poison', order)
      .attempts(2)
      .run(() => new Promise(() => {}))
    await stage.in(() => poison.dispatch({ order: 1 }))

    for (let crash = 0; crash < 2; crash++) {
      void stage.silentWorker([poison]).runDue()
      await until(async () => (await stage.rows())[0]?.attempt === crash + 1)
      stage.now += 31_000
    }
    await stage.run(poison)

    const [row] = await stage.rows()
    assert.equal(row?.state, 'failed')
    assert.equal(row?.attempt, 2)
    assert.match(String(row?.error), /^Its process ".*" stopped reporting$/)
  })

  it('runs the jobs of a dead process side by side, unless they were in a second crash', async () => {
    const stage = await JobStage.on(await open())
    stage.now = Date.now()
    const crowd = new Crowd()
    const slow = job('slow', order).run(() => crowd.join())
    await stage.in(() => slow.dispatchAll([1, 2, 3, 4].map((n) => ({ order: n }))))

    for (let crash = 0; crash < 2; crash++) {
      void stage.silentWorker([slow]).runDue()
      await crowd.reach(4)
      crowd.forget()
      stage.now += 31_000
    }
    const working = stage.run(slow)
    for (let n = 1; n <= 4; n++) {
      await crowd.reach(1)
      assert.equal(await running(stage), 1, `job ${n}`)
      crowd.leave()
    }
    await working

    assert.deepEqual(await stage.rows(), [])
  })

  it('runs a job alone that has only one attempt left after a crash', async () => {
    const stage = await JobStage.on(await open())
    stage.now = Date.now()
    const crowd = new Crowd()
    const slow = job('slow', order)
      .attempts(2)
      .run(() => crowd.join())
    await stage.in(() => slow.dispatchAll([{ order: 1 }, { order: 2 }]))

    void stage.silentWorker([slow]).runDue()
    await crowd.reach(2)
    crowd.forget()
    stage.now += 31_000
    const working = stage.run(slow)
    for (let n = 1; n <= 2; n++) {
      await crowd.reach(1)
      assert.equal(await running(stage), 1, `job ${n}`)
      crowd.leave()
    }
    await working

    assert.deepEqual(await stage.rows(), [])
  })

  it('starts a delayed job at its time although others keep it busy', async () => {
    const stage = await JobStage.on(await open())
    const stop = new AbortController()
    let busy = 0
    const backlog = job('backlog', order).run(async () => {
      await nextTurn()
      busy += 1
      await backlog.dispatch({ order: 0 })
    })
    const urgent = job('urgent', order)
      .priority(1)
      .run(() => stop.abort())
    await stage.in(async () => {
      await backlog.dispatchAll(Array.from({ length: 20 }, (_, i) => ({ order: i })))
      await urgent.in('500ms').dispatch({ order: 0 })
    })

    await stage.worker([backlog, urgent], { concurrency: 5 }).work(stop.signal)

    assert.ok(busy > 20)
    assert.ok((await stage.rows()).every(({ name }) => name === 'backlog'))
  })

  it('works only on the queues that it is given', async () => {
    const stage = await JobStage.on(await open())
    const seen: string[] = []
    const mail = job('mail', order)
      .queue('mail')
      .run(() => seen.push('mail'))
    const other = job('other', order).run(() => seen.push('other'))
    await stage.in(async () => {
      await other.dispatch({ order: 1 })
      await mail.dispatch({ order: 1 })
    })

    await stage.worker([mail, other], { queues: ['mail'] }).runDue()

    assert.deepEqual(seen, ['mail'])
  })
})

async function running(stage: JobStage): Promise<number> {
  return (await stage.rows()).filter(({ state }) => state === 'running').length
}

/** Jobs that run until they are told to leave. */
class Crowd {
  #members: (() => void)[] = []
  #changed = Promise.withResolvers<void>()

  join(): Promise<void> {
    return new Promise((resolve) => {
      this.#members.push(resolve)
      this.#changed.resolve()
      this.#changed = Promise.withResolvers()
    })
  }

  async reach(count: number): Promise<void> {
    while (this.#members.length < count) await this.#changed.promise
  }

  leave(): void {
    for (const leave of this.#members.splice(0)) leave()
  }

  forget(): void {
    this.#members = []
  }
}

/** Runs the first claim that finds jobs, and loses its answer. */
function losingOneClaim(database: Database): Database {
  let hasLost = false
  const run: Database['run'] = async (statement, parameters) => {
    const result = await database.run(statement, parameters)
    const isClaim = statement.sql.includes('started_at = ') && result.rows.length > 0
    if (hasLost || !isClaim) return result
    hasLost = true
    throw new DatabaseUnavailable('lost', 'The connection was lost')
  }
  return new Proxy(database, {
    get(target, name) {
      if (name === 'run') return run
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
