import { strict as assert } from 'node:assert'
import { it } from 'node:test'
import { z } from 'zod'
import { job } from '../../src/jobs.ts'
import { ClaimsAhead } from '../../src/work/jobs/claims/claims-ahead.ts'
import { JobStore } from '../../src/work/jobs/store/job-store.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { until } from '../support/until.ts'
import { JobStage } from './job-stage.ts'

const numbered = z.object({ n: z.number() })
const upTo = (count: number) => Array.from({ length: count }, (_, n) => ({ n }))

forEachDialect('a worker with more short jobs than places', (open) => {
  it('claims many at once, and runs them in their order', async () => {
    const stage = await JobStage.on(await open())
    const ran: number[] = []
    const count = job('count', numbered).run(({ n }) => void ran.push(n))
    await stage.in(() => count.dispatchAll(upTo(200)))
    let claims = 0
    const run = stage.database.run.bind(stage.database)
    stage.database.run = (statement, values) => {
      if (/set state = 'running'/.test(statement.sql)) claims += 1
      return run(statement, values)
    }

    const stop = new AbortController()
    const working = stage.worker([count], { concurrency: 2 }).work(stop.signal)
    await until(() => ran.length === 200)
    stop.abort()
    await working

    assert.deepEqual(
      ran,
      upTo(200).map(({ n }) => n),
    )
    assert.ok(claims < 80, `${claims} claims`)
    assert.deepEqual(await stage.rows(), [])
  })

  it('gives back what waits behind one that takes longer, and no attempt is used up', async () => {
    const stage = await JobStage.on(await open())
    const mayEnd = Promise.withResolvers<void>()
    const ran: string[] = []
    const work = (place: string) =>
      job('send', numbered).run(({ n }, { attempt }) => {
        ran.push(`${place} ${n} ${attempt}`)
        return n === 100 ? mayEnd.promise : undefined
      })
    const send = work('here')
    const stop = new AbortController()
    await stage.in(() => send.dispatchAll(upTo(20)))
    const working = stage.worker([send], { concurrency: 1 }).work(stop.signal)
    await until(() => ran.length === 20)

    await stage.in(() => send.dispatchAll([{ n: 100 }, { n: 101 }, { n: 102 }]))
    const isClaimed = ({ state }: { readonly state: string }) => state === 'running'
    await until(async () => {
      const rows = await stage.rows()
      return rows.length === 3 && rows.every(isClaimed)
    })
    const workingToo = stage.worker([work('there')], { concurrency: 1 }).work(stop.signal)
    await until(() => ran.length === 23)
    mayEnd.resolve()
    await until(async () => (await stage.rows()).length === 0)
    stop.abort()
    await Promise.all([working, workingToo])

    assert.deepEqual(ran.slice(20), ['here 100 1', 'there 101 1', 'there 102 1'])
  })

  it('does not run one that is cancelled while it waits for a place', async () => {
    const stage = await JobStage.on(await open())
    const { send, ran, mayEnd, stop } = await startSending(stage)
    const { promise: areClaimed, resolve: claimed } = Promise.withResolvers<void>()
    afterStatements(stage, /set state = 'running'/, (rows) => {
      if (rows.length === 2) claimed()
    })
    const [, middle] = await stage.in(() => send.dispatchAll([{ n: 100 }, { n: 101 }, { n: 102 }]))
    await areClaimed

    const hasHeard = untilRenewed(stage, 2)
    await stage.in(() => send.cancel(middle?.id ?? 0))
    await hasHeard
    mayEnd.resolve()
    await until(async () => (await stage.rows()).length === 0)
    await stop()

    assert.deepEqual(ran.slice(20), [100, 102])
  })

  it('does not run one that is cancelled while the answer to its claim is on its way', async () => {
    const stage = await JobStage.on(await open())
    const { send, ran, mayEnd, stop } = await startSending(stage)
    const { promise: areClaimed, resolve: claimed } = Promise.withResolvers<void>()
    const mayArrive = Promise.withResolvers<void>()
    afterStatements(stage, /set state = 'running'/, async (rows) => {
      if (rows.length !== 2) return
      claimed()
      await mayArrive.promise
    })
    const [, middle] = await stage.in(() => send.dispatchAll([{ n: 100 }, { n: 101 }, { n: 102 }]))
    await areClaimed

    const hasHeard = untilRenewed(stage, 1)
    await stage.in(() => send.cancel(middle?.id ?? 0))
    await hasHeard
    const hasAskedAgain = untilRenewed(stage, 2)
    mayArrive.resolve()
    await hasAskedAgain
    mayEnd.resolve()
    await until(async () => (await stage.rows()).length === 0)
    await stop()

    assert.deepEqual(ran.slice(20), [100, 102])
  })
})

/** Starts a worker with one place, which has run 20 short jobs. The one with the number 100 ends when it may. */
async function startSending(stage: JobStage) {
  const mayEnd = Promise.withResolvers<void>()
  const ran: number[] = []
  const send = job('send', numbered).run(({ n }) => {
    ran.push(n)
    return n === 100 ? mayEnd.promise : undefined
  })
  const stopping = new AbortController()
  await stage.in(() => send.dispatchAll(upTo(20)))
  const working = stage.worker([send], { concurrency: 1 }).work(stopping.signal)
  await until(() => ran.length === 20)
  const stop = async (): Promise<void> => {
    stopping.abort()
    await working
  }
  return { send, ran, mayEnd, stop }
}

/**
 * Resolves when a worker has asked which of its jobs are still its own, as it does when it hears of one that is
 * cancelled, and so many were.
 */
async function untilRenewed(stage: JobStage, count: number): Promise<void> {
  const renewed = Promise.withResolvers<void>()
  afterStatements(stage, /set lease_until/, (rows) => {
    if (rows.length === count) setImmediate(renewed.resolve)
  })
  await renewed.promise
}

/** Calls back with the rows of each statement like this; what it returns delays their answer. */
function afterStatements(
  { database }: JobStage,
  like: RegExp,
  onAnswer: (rows: readonly unknown[]) => void | Promise<void>,
): void {
  const run = database.run.bind(database)
  database.run = async (statement, values) => {
    const result = await run(statement, values)
    if (like.test(statement.sql)) await onAnswer(result.rows)
    return result
  }
}

forEachDialect('a job that was claimed ahead by a process that has died', (open) => {
  it('has not used up an attempt, and runs alone after the second time', async () => {
    const stage = await JobStage.on(await open())
    const store = new JobStore(stage.database, { now: () => stage.now })
    const send = job('send', numbered)
      .attempts(2)
      .run(() => {})
    await stage.in(() => send.dispatchAll(upTo(2)))
    const request = { queue: 'default', names: ['send'], limit: 9, leaseMs: 1000 }
    const die = async (worker: string) => {
      const claims = await store.claimAhead({ ...request, worker })
      stage.now += 2000
      await store.expire(claims, 30_000)
      return (await stage.rows()).map(({ state }) => state)
    }

    const first = await die('one')
    const second = await die('two')
    await stage.run(send)

    // Of the two attempts, the next one would be the last.
    assert.deepEqual(first, ['ready', 'ready'])
    assert.deepEqual(second, ['crashed', 'crashed'])
    assert.deepEqual(
      stage.outcomes.map(({ state, attempt }) => [state, attempt]),
      [
        ['ok', 3],
        ['ok', 3],
      ],
    )
  })

  it('was not on its last attempt, and its key was not free from its start on', async () => {
    const stage = await JobStage.on(await open())
    const store = new JobStore(stage.database, { now: () => stage.now })
    const once = job('once', numbered)
      .attempts(1)
      .run(() => {})
    const keyed = job('keyed', numbered)
      .unique(({ n }) => String(n), { until: 'start' })
      .run(() => {})
    await stage.in(() => once.dispatch({ n: 1 }))
    await stage.in(() => keyed.dispatch({ n: 1 }))

    const names = ['once', 'keyed']
    const request = { worker: 'one', queue: 'default', names, limit: 9, leaseMs: 1000 }
    const ahead = await store.claimAhead(request)
    const now = await store.claim(request)

    assert.deepEqual(ahead, [])
    assert.deepEqual(
      now.map(({ name }) => name),
      names,
    )
  })
})

it('as many jobs are claimed ahead as start soon', () => {
  const wantedAfter = (...durations: readonly number[]) => {
    const ahead = new ClaimsAhead(10)
    for (const duration of durations) ahead.note(duration)
    return ahead.wanted
  }

  assert.deepEqual(
    [wantedAfter(), wantedAfter(0), wantedAfter(1), wantedAfter(25), wantedAfter(600)],
    [0, 500, 500, 20, 0],
  )
  assert.equal(wantedAfter(...Array.from({ length: 50 }, () => 1), 10_000), 0)
})
