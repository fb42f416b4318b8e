import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toTypeText } from './type-text.ts'

describe('a JSON Schema as a type', () => {
  it('says what may be null, and which values there are', () => {
    assert.equal(toTypeText({ type: ['string', 'null'] }), 'string | null')
    assert.equal(toTypeText({ type: ['string', 'null'], enum: ['a', null] }), '"a" | null')
    assert.equal(toTypeText({ const: 7 }), '7')
    assert.equal(toTypeText({ anyOf: [{ type: 'number' }, { type: 'integer' }] }), 'number')
  })

  it('refers to components, also to itself inside a list', () => {
    const node = { $ref: '#/components/schemas/Node' }

    assert.equal(toTypeText({ type: 'array', items: node }), 'Array<Schemas["Node"]>')
    assert.equal(toTypeText({ allOf: [node, { anyOf: [node, {}] }] }), 'Schemas["Node"]')
    assert.equal(
      toTypeText({ allOf: [node, { type: ['number', 'null'] }] }),
      'Schemas["Node"] & (number | null)',
    )
  })

  it('has optional fields, quoted names and fields of any name', () => {
    const properties = { 'my-name': { type: 'string' }, age: { type: 'integer' } }

    assert.equal(
      toTypeText({ type: 'object', properties, required: ['my-name'] }),
      '{\n  "my-name": string\n  age?: number | undefined\n}',
    )
    assert.equal(
      toTypeText({ type: 'object', additionalProperties: { type: 'number' } }),
      '{ [name: string]: number }',
    )
    assert.equal(toTypeText({ type: 'object', properties: {} }), '{}')
  })

  it('has tuples, files, and anything where the schema does not say', () => {
    const prefixItems = [{ type: 'string' }, { type: 'number' }]

    assert.equal(toTypeText({ type: 'array', prefixItems }), '[string, number]')
    assert.equal(
      toTypeText({ type: 'array', prefixItems, items: { type: 'boolean' } }),
      '[string, number, ...Array<boolean>]',
    )
    assert.equal(toTypeText({ type: 'string', format: 'binary' }), 'File')
    assert.deepEqual(
      [toTypeText({}), toTypeText(true), toTypeText(false)],
      ['unknown', 'unknown', 'never'],
    )
  })
})
