import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { toSample } from './sample.ts'

describe('the sample of a number', () => {
  const sample = (limits: object) => toSample({ type: 'integer', ...limits })

  it('is 1 where that is allowed, because it may be the key of a record', () => {
    assert.equal(sample({}), 1)
    assert.equal(sample({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }), 1)
    assert.equal(sample({ minimum: 0 }), 1)
  })

  it('is within its limits', () => {
    assert.equal(sample({ minimum: 5 }), 5)
    assert.equal(sample({ exclusiveMinimum: 5 }), 6)
    assert.equal(sample({ maximum: -3 }), -3)
    assert.equal(sample({ minimum: -9, exclusiveMaximum: 1 }), 0)
    assert.equal(sample({ multipleOf: 5 }), 5)
    assert.equal(sample({ maximum: 3, multipleOf: 5 }), 0)
  })
})

describe('the sample of a schema in several parts', () => {
  it('is a text that fits all patterns', () => {
    const price = z
      .string()
      .regex(/^-?\d+(?:\.\d{1,2})?$/)
      .regex(/^-?\d{1,6}(?![0-9])/)
    const code = z
      .string()
      .regex(/[a-z]/)
      .regex(/^[a-z0-9]{4}$/)

    assert.match(String(toSample(z.toJSONSchema(price))), /^-?\d{1,6}(?:\.\d{1,2})?$/)
    assert.match(String(toSample(z.toJSONSchema(code))), /^(?=.*[a-z])[a-z0-9]{4}$/)
  })

  it('is a number within all limits', () => {
    assert.equal(toSample({ type: 'integer', allOf: [{ minimum: 5 }, { multipleOf: 4 }] }), 8)
    assert.equal(toSample({ allOf: [{ type: 'number', minimum: 3 }, { maximum: 9 }] }), 3)
  })

  it('has the fields of all objects', () => {
    const named = z.object({ name: z.literal('Ada') })
    const aged = z.object({ age: z.int() })

    assert.deepEqual(toSample(z.toJSONSchema(z.intersection(named, aged))), { name: 'Ada', age: 1 })
  })
})

describe('the sample of a schema that contains itself', () => {
  const node = { $ref: '#/components/schemas/Node' }
  const sample = (parent: object) => {
    const properties = { name: { enum: ['root'] }, parent }
    const Node = { type: 'object', properties, required: ['name', 'parent'] }
    return toSample(node, { Node })
  }

  it('ends at the first choice that has an end', () => {
    const end = { name: 'root', parent: null }

    assert.deepEqual(sample({ anyOf: [node, { type: 'null' }] }), end)
    assert.deepEqual(sample({ oneOf: [{ anyOf: [node] }, { type: 'null' }] }), end)
    assert.deepEqual(sample({ type: 'array', items: node }), { name: 'root', parent: [] })
  })

  it('is null if no value has an end', () => {
    assert.equal(sample(node), null)
    assert.equal(sample({ allOf: [node, { type: 'object' }] }), null)
    assert.equal(sample({ type: 'array', items: node, minItems: 1 }), null)
  })
})
