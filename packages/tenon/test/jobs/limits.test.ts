import { strict as assert } from 'node:assert'
import { it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { job } from '../../src/jobs.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { until } from '../support/until.ts'
import { JobStage } from './job-stage.ts'

const entry = z.object({ account: z.number(), n: z.number() })

forEachDialect('jobs one at a time', (open) => {
  it('never overlap for the same key, in their order, on several workers', async () => {
    const stage = await JobStage.on(await open())
    const running = new Set<number>()
    const orders = new Map<number, number[]>()
    let overlaps = 0
    let together = 0
    const book = job('book', entry)
      .oneAtATime(({ account }) => account)
      .run(async ({ account, n }) => {
        if (running.has(account)) overlaps++
        running.add(account)
        together = Math.max(together, running.size)
        await delay(5) // time: others could run meanwhile
        orders.set(account, [...(orders.get(account) ?? []), n])
        running.delete(account)
      })
    const inputs = Array.from({ length: 30 }, (_, n) => ({ account: n % 3, n }))
    await stage.in(() => book.dispatchAll(inputs))

    const stop = new AbortController()
    const working = [1, 2, 3].map(() => stage.worker([book]).work(stop.signal))
    await until(() => stage.outcomes.length >= 30)
    stop.abort()
    await Promise.all(working)

    assert.equal(overlaps, 0)
    assert.ok(together > 1)
    assert.deepEqual(
      orders.get(1),
      Array.from({ length: 10 }, (_, i) => 3 * i + 1),
    )
  })

  it('let others go on while one is to be tried again', async () => {
    const stage = await JobStage.on(await open())
    stage.now = Date.now()
    const seen: number[] = []
    const book = job('book', entry)
      .oneAtATime(({ account }) => account)
      .backoff('10s')
      .run(({ n }, run) => {
        if (n === 0 && run.attempt === 1) throw new Error('once')
        seen.push(n)
      })
    await stage.in(() => book.dispatchAll([0, 1, 2].map((n) => ({ account: 1, n }))))

    await stage.run(book)
    stage.now += 20_000
    await stage.run(book)

    assert.deepEqual(seen, [1, 2, 0])
  })
})

forEachDialect('jobs that waited behind one another', (open) => {
  it('run after a deployment in which their job no longer runs one at a time', async () => {
    const stage = await JobStage.on(await open())
    const seen: number[] = []
    const declared = job('book', entry)
    const book = declared.run(({ n }) => seen.push(n))
    const before = declared.oneAtATime(({ account }) => account).run(() => {})
    await stage.in(() => before.dispatchAll([0, 1, 2].map((n) => ({ account: 1, n }))))

    await stage.run(book)

    assert.deepEqual(seen, [0, 1, 2])
  })
})

forEachDialect('the rate of a queue', (open) => {
  it('limits how many start, on several workers together', async () => {
    const stage = await JobStage.on(await open())
    stage.now = Date.now()
    const seen: number[] = []
    const mail = job('mail', entry)
      .queue('mail')
      .run(({ n }) => seen.push(n))
    await stage.in(() =>
      mail.dispatchAll(Array.from({ length: 20 }, (_, n) => ({ account: 1, n }))),
    )
    const options = {
      clock: { now: () => stage.now },
      rates: new Map([['mail', { limit: 5, perMs: 1000 }]]),
      concurrency: 3,
    }
    const runBoth = async () => {
      const counts = seen.length
      await stage.worker([mail], options).runDue()
      await stage.worker([mail], options).runDue()
      return seen.length - counts
    }

    const burst = await runBoth()
    stage.now += 399
    const early = await runBoth()
    stage.now += 1
    const refilled = await runBoth()
    stage.now += 10_000
    const later = await runBoth()

    assert.deepEqual([burst, early, refilled, later], [5, 1, 1, 5])
  })

  it('counts as full, and no more than that, after it was raised from ten a day to ten a second', async () => {
    const stage = await JobStage.on(await open())
    const seen: number[] = []
    const mail = job('mail', entry).run(({ n }) => seen.push(n))
    await stage.in(() =>
      mail.dispatchAll(Array.from({ length: 12 }, (_, n) => ({ account: 1, n }))),
    )
    const clock = { now: () => stage.now }
    stage.now = Date.now()
    const run = (perMs: number) =>
      stage.worker([mail], { clock, rates: new Map([['default', { limit: 10, perMs }]]) }).runDue()

    await run(24 * 3_600_000)
    const aDay = seen.length
    await run(1000)
    stage.now += 200
    await run(1000)

    assert.deepEqual([aDay, seen.length], [10, 12])
  })

  it('lets a waiting worker continue by itself', async () => {
    const stage = await JobStage.on(await open())
    const seen: number[] = []
    const mail = job('mail', entry).run(({ n }) => seen.push(n))
    await stage.in(() => mail.dispatchAll(Array.from({ length: 6 }, (_, n) => ({ account: 1, n }))))
    const stop = new AbortController()
    const rates = new Map([['default', { limit: 2, perMs: 100 }]])
    const working = stage.worker([mail], { rates }).work(stop.signal)

    await until(() => seen.length >= 6)
    stop.abort()
    await working

    assert.deepEqual(seen, [0, 1, 2, 3, 4, 5])
  })
})
