import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { z } from 'zod'
import { ValidationFailed } from '../support/http-error.ts'
import { validate } from './validate.ts'

function errorsOf(schema: z.ZodType, input: unknown): unknown {
  try {
    validate(schema, input)
    return undefined
  } catch (error) {
    assert.ok(error instanceof ValidationFailed)
    return error.errors
  }
}

describe('validate', () => {
  it('tells the first message of each field, nested ones under dotted names', () => {
    const tag = z.object({ name: z.string('no name').min(2, 'too short').max(1, 'too long') })
    const schema = z.object({ title: z.string('no title'), tags: z.array(tag) })

    const errors = errorsOf(schema, { tags: [{ name: 'ok' }, { name: 'x' }] })

    assert.deepEqual(errors, {
      title: 'no title',
      'tags.0.name': 'too long',
      'tags.1.name': 'too short',
    })
  })

  it('tells what is wrong with the whole input under _', () => {
    assert.deepEqual(errorsOf(z.object({}, 'no object'), 1), { _: 'no object' })
  })

  it('tells of fields that are named like what every object inherits', () => {
    const schema = z.record(z.string(), z.string('no text'))

    const errors = errorsOf(schema, { toString: 1, constructor: 2 })

    assert.deepEqual(errors, { toString: 'no text', constructor: 'no text' })
  })

  it('waits for a schema that does', async () => {
    const schema = z.string().refine(async (text) => text === 'a', 'not a')

    assert.equal(await validate(schema, 'a'), 'a')
    await assert.rejects(async () => validate(schema, 'b'), ValidationFailed)
  })
})
