import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { job } from './job.ts'
import { checkInput, readInput } from './job-input.ts'

const send = job('send', z.object({ order: z.number(), at: z.coerce.date() })).run(() => {})
const wait = job(
  'wait',
  z.object({ order: z.number().refine((order) => Promise.resolve(order > 0)) }),
).run(() => {})

describe('the input of a job', () => {
  it('is checked in its JSON form, and stored as that', async () => {
    const { text, input } = await checkInput(send['~settings'], { order: 1, at: new Date(0) })

    assert.equal(text, '{"order":1,"at":"1970-01-01T00:00:00.000Z"}')
    assert.deepEqual(input, { order: 1, at: new Date(0) })
  })

  it('is refused at the dispatch with the fields that the schema rejects', async () => {
    await assert.rejects(checkInput(send['~settings'], { order: 'one', at: 0 }), {
      code: 'E_JOB_INPUT',
      message: /Job "send" was dispatched with an input that its schema rejects: order: /,
    })
  })

  it('is refused if JSON cannot express it', async () => {
    await assert.rejects(checkInput(send['~settings'], { order: 1n, at: 0 }), {
      code: 'E_JOB_INPUT',
    })
    await assert.rejects(checkInput(send['~settings'], undefined), { code: 'E_JOB_INPUT' })
  })

  it('is read by the schema as it is now, which may refuse what was stored', () => {
    assert.deepEqual(readInput(send['~settings'], '{"order":2,"at":0}'), {
      order: 2,
      at: new Date(0),
    })
    assert.throws(() => readInput(send['~settings'], '{"order":"two","at":0}'), {
      code: 'E_JOB_INPUT',
      message: /no longer fits the schema of "send": order: .* jobs:retry/,
    })
  })

  it('is refused in the same way by a schema that has to wait', async () => {
    assert.deepEqual(await readInput(wait['~settings'], '{"order":1}'), { order: 1 })
    await assert.rejects(async () => readInput(wait['~settings'], '{"order":-1}'), {
      code: 'E_JOB_INPUT',
    })
  })
})
