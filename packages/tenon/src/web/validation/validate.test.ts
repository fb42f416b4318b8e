import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { z } from 'zod'
import { ValidationFailed } from '../../base/support/http-error.ts'
import { validate } from './validate.ts'

function errorsOf(schema: z.ZodType, input: unknown): Readonly<Record<string, string>> {
  try {
    validate(schema, input)
    return {}
  } catch (error) {
    assert.ok(error instanceof ValidationFailed)
    return error.errors
  }
}

describe('validate', () => {
  it('returns the first message of each field, nested ones under dotted names', () => {
    const tag = z.object({ name: z.string('no name').min(2, 'too short').max(1, 'too long') })
    const schema = z.object({ title: z.string('no title'), tags: z.array(tag) })

    const errors = errorsOf(schema, { tags: [{ name: 'ok' }, { name: 'x' }] })

    assert.deepEqual(errors, {
      title: 'no title',
      'tags.0.name': 'too long',
      'tags.1.name': 'too short',
    })
  })

  it('reports problems of the whole input under _', () => {
    assert.deepEqual(errorsOf(z.object({}, 'no object'), 1), { _: 'no object' })
  })

  it('reports fields named like members of Object.prototype', () => {
    const schema = z.record(z.string(), z.string('no text'))

    const errors = errorsOf(schema, { toString: 1, constructor: 2 })

    assert.deepEqual(errors, { toString: 'no text', constructor: 'no text' })
  })

  it('reports 100 fields and counts the others', () => {
    const list = (length: number) => Array.from({ length }, () => 1)
    const schema = z.array(z.string('no text'))

    const hundred = errorsOf(schema, list(100))
    const thousand = errorsOf(schema, list(1000))

    assert.equal(Object.keys(hundred).length, 100)
    assert.equal('_more' in hundred, false)
    assert.equal(Object.keys(thousand).length, 101)
    assert.equal(thousand['99'], 'no text')
    assert.equal(thousand['_more'], 'and 900 more')
  })

  it('counts a field with two problems once', () => {
    const once = z.string('no text').min(3, 'short').max(0, 'long')
    const fields = Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`f${i}`, 'a']))

    assert.equal(errorsOf(z.record(z.string(), once), fields)['_more'], 'and 50 more')
  })

  it('only counts a field whose name is too long to repeat', () => {
    const schema = z.record(z.string(), z.array(z.string('no text')))

    const errors = errorsOf(schema, { ['k'.repeat(500_000)]: [1, 2, 3] })

    assert.deepEqual(errors, { _more: 'and 3 more' })
  })

  it('awaits an asynchronous schema', async () => {
    const schema = z.string().refine(async (text) => text === 'a', 'not a')

    assert.equal(await validate(schema, 'a'), 'a')
    await assert.rejects(async () => validate(schema, 'b'), ValidationFailed)
  })
})
