import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toOutline } from './schema-outline.ts'

describe('the outline of a schema', () => {
  it('names a schema that contains itself without an object between', () => {
    const data = { $ref: '#/components/schemas/Data' }
    const choices = [{ type: 'string' }, { type: 'array', items: data }]
    const rest = { type: 'object', additionalProperties: data }

    const outline = toOutline(
      { type: 'object', properties: { data }, required: ['data'] },
      { Data: { anyOf: [...choices, rest] } },
    )

    assert.equal(outline, '{\n  data: string | Data[] | { [name]: Data }\n}')
  })

  it('writes out a record in a record, down to a depth', () => {
    const node = { $ref: '#/components/schemas/Node' }
    const properties = { parent: { anyOf: [node, { type: 'null' }] } }

    const outline = toOutline(node, { Node: { type: 'object', properties } })

    assert.equal(outline.split('parent?:').length - 1, 4)
    assert.match(outline, /parent\?: Node \| null/)
  })
})
