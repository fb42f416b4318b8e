import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { nestFields } from '../form-fields.ts'
import { toTypedFields } from './typed-fields.ts'

const limits = { depth: 64, values: 50_000 }

describe('toTypedFields', () => {
  it('looks at each schema once a level, in a type that contains itself in two places', () => {
    let reads = 0
    const branch = () => ({
      type: 'object',
      get properties() {
        reads += 1
        return { of: { type: 'array', items: { $ref: '#/$defs/Node' } } }
      },
    })
    const node = { anyOf: [branch(), branch(), { type: 'number' }] }
    const schema = { properties: { filter: { $ref: '#/$defs/Node' } }, $defs: { Node: node } }
    const name = `filter${'[of][0]'.repeat(10)}`

    const fields = toTypedFields(nestFields([[name, '7']], 64), schema, limits)

    assert.match(JSON.stringify(fields), /\{"of":\[7\]\}/)
    assert.equal(reads, 20)
  })

  it('reads a value where nothing is said about it as text, however deep', () => {
    const schema = { anyOf: [{ properties: {} }, { properties: {} }] }
    const fields = nestFields([[`filter${'[of]'.repeat(62)}`, '7']], 64)

    assert.deepEqual(toTypedFields(fields, schema, limits), structuredClone(fields))
  })

  it('reads a type that refers to nothing but itself as text', () => {
    const schema = {
      properties: { filter: { $ref: '#/$defs/Node' } },
      $defs: { Node: { anyOf: [{ $ref: '#/$defs/Node' }, { $ref: '#/$defs/Node' }] } },
    }

    assert.deepEqual(toTypedFields({ filter: '7' }, schema, limits), { filter: '7' })
  })
})
