import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toOtherSample } from './other-sample.ts'

const components = { Code: { type: 'string', pattern: '^[A-Z]{2}-\\d{4}$' } }

describe('another sample', () => {
  it('differs from the sample and fits its schema', () => {
    const others = [
      { type: 'string' },
      { type: 'string', maxLength: 4 },
      { type: 'string', format: 'email' },
      { type: 'string', format: 'uri' },
      { type: 'string', format: 'date' },
      { type: 'string', pattern: '^[a-z]+$' },
      { $ref: '#/components/schemas/Code' },
      { anyOf: [{ type: 'string', maxLength: 4 }, { type: 'null' }] },
      { type: 'integer', maximum: 9 },
    ].map((schema) => toOtherSample(schema, components, 3))

    assert.deepEqual(others, [
      'Sample text 3',
      'Sam3',
      'sample3@example.com',
      'https://example.com/sample-3',
      '2026-01-04',
      'd',
      'AA-1113',
      'Sam3',
      4,
    ])
  })

  it('is missing if no other value is known', () => {
    const others = [{ enum: ['a'] }, { type: 'boolean' }, { type: 'integer', maximum: 2 }].map(
      (schema) => toOtherSample(schema, components, 3),
    )

    assert.deepEqual(others, [undefined, undefined, undefined])
  })
})
