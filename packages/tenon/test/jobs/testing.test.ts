import { strict as assert } from 'node:assert'
import { describe, it } from 'node:test'
import { inspect } from 'node:util'
import { z } from 'zod'
import { transaction } from '../../src/database.ts'
import { application, post, routes } from '../../src/index.ts'
import { batch, job } from '../../src/jobs.ts'
import { testApp } from '../../src/testing.ts'

const seen: number[] = []
const remind = job('remind', z.object({ order: z.number() })).run(({ order }) => seen.push(order))
const bill = job('bill', z.object({ order: z.number() })).run(async ({ order }, run) => {
  if (run.attempt === 1) throw new Error('The bank is closed')
  await remind.in('3d').dispatch({ order })
})

const app = application({
  root: import.meta.dirname,
  migrations: 'app/database/migrations',
  jobs: [bill, remind],
  routes: routes([
    post('/orders/{order}', async (request) => {
      await transaction(async () => {
        await bill.dispatch({ order: Number(request.param('order')) })
      })
      return 'thanks'
    }),
  ]),
})

describe('testApp() with jobs', () => {
  it('lists what was dispatched, typed, and runs it at a given time', async () => {
    await using test = await testApp({ application: app })
    await test.post('/orders/7')

    const dispatched = test.jobs.of(bill).map(({ input }) => input.order)
    const first = await test.runJobs()
    const second = await test.runJobs({ after: '10s' })
    const third = await test.runJobs({ after: '3d' })

    assert.deepEqual(dispatched, [7])
    assert.deepEqual(
      [first, second, third].map((outcomes) =>
        outcomes.map((outcome) => [outcome.job, outcome.state]),
      ),
      [[['bill', 'retried']], [['bill', 'ok']], [['remind', 'ok']]],
    )
    assert.match(String(first[0]?.error), /The bank is closed/)
    assert.deepEqual(
      test.jobs.all.map(({ name }) => name),
      ['bill', 'remind'],
    )
    assert.deepEqual([...test.jobs], test.jobs.all)
    assert.equal(test.jobs.count, test.jobs.all.length)
    assert.match(inspect(test.jobs), /^\[\s+\{[^]*name: 'bill',[^]*input: \{ order: 7 \}/)
    assert.deepEqual(test.jobs.of(remind)[0]?.start, { inMs: 259_200_000 })
    assert.deepEqual(seen, [7])
  })

  it('refuses a job that the application does not list, alone, with others and in a batch', async () => {
    const forgotten = job('forgotten', z.object({})).run(() => {})
    await using test = await testApp({ application: app })
    const refused = {
      code: 'E_JOB_UNLISTED',
      message: /^The job "forgotten" .+ Add it: application\(\{ jobs: \[ … \] \}\)\.$/,
    }

    await assert.rejects(forgotten.dispatch({}), refused)
    await assert.rejects(forgotten.in('5m').dispatchAll([{}]), refused)
    await assert.rejects(batch([forgotten.with({})]).dispatch(), refused)
    assert.deepEqual(test.jobs.all, [])
  })

  it('lists the jobs of a batch, and what follows it', async () => {
    await using test = await testApp({ application: app })
    await batch([remind.with({ order: 1 })], {
      then: remind.in('1d').with({ order: 2 }),
    }).dispatch()

    const before = test.jobs.of(remind).map(({ input, start }) => [input.order, start])
    await test.runJobs()
    const after = test.jobs.of(remind).map(({ input, start }) => [input.order, start])

    assert.deepEqual(before, [[1, undefined]])
    assert.deepEqual(after, [
      [1, undefined],
      [2, { inMs: 86_400_000 }],
    ])
  })

  it('does not list what was rolled back', async () => {
    await using test = await testApp({ application: app })
    await assert.rejects(
      transaction(async () => {
        await bill.dispatch({ order: 1 })
        throw new Error('no')
      }),
    )

    assert.deepEqual(test.jobs.all, [])
  })
})
