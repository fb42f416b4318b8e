import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Components, orNull, toObject, toReference } from './json-schema.ts'

const text = { type: 'string' }
const refer = (name: string) => ({ $ref: toReference(name) })

describe('the components of a document', () => {
  it('refer to a schema by its name, once for the same schema', () => {
    const components = new Components()

    assert.deepEqual(components.add('Book', toObject({ title: text })), refer('Book'))
    assert.deepEqual(components.add('Book', toObject({ title: text })), refer('Book'))
    assert.deepEqual(Object.keys(components.schemas), ['Book'])
  })

  it('number another schema of the same name', () => {
    const components = new Components()
    components.add('Book', text)

    assert.deepEqual(components.add('Book', { type: 'integer' }), refer('Book2'))
    assert.equal(components.free('Book'), 'Book3')
  })

  it('rename schemas that refer to each other together', () => {
    const components = new Components()
    components.add('Author', text)
    const schemas = {
      Author: toObject({ books: { type: 'array', items: refer('Book') } }),
      Book: toObject({ author: refer('Author') }),
    }

    const referring = components.addTogether(schemas, refer('Author'))

    assert.deepEqual(referring, refer('Author2'))
    assert.deepEqual(components.schemas['Book2'], toObject({ author: refer('Author2') }))
    assert.deepEqual(
      components.schemas['Author2'],
      toObject({ books: { type: 'array', items: refer('Book2') } }),
    )
  })

  it('say which schemas a part needs, also in a circle', () => {
    const components = new Components()
    components.addTogether({ A: refer('B'), B: refer('A') }, refer('A'))
    components.add('Unused', text)

    assert.deepEqual(Object.keys(components.usedBy({ schema: refer('A') })), ['A', 'B'])
  })

  it('follow references to the schema itself', () => {
    const components = new Components()
    components.add('Title', text)
    components.add('Name', refer('Title'))

    assert.deepEqual(components.resolve(refer('Name')), text)
    assert.deepEqual(components.resolve(refer('Absent')), {})
  })
})

describe('a schema or null', () => {
  it('adds null to a type and to its values', () => {
    assert.deepEqual(orNull(text), { type: ['string', 'null'] })
    assert.deepEqual(orNull({ type: 'string', enum: ['a'] }), {
      type: ['string', 'null'],
      enum: ['a', null],
    })
  })

  it('is a choice for anything else', () => {
    assert.deepEqual(orNull(refer('Book')), { anyOf: [refer('Book'), { type: 'null' }] })
    assert.deepEqual(orNull({ type: 'string', const: 'a' }), {
      anyOf: [{ type: 'string', const: 'a' }, { type: 'null' }],
    })
  })
})
