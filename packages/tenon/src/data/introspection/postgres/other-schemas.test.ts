import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { schemaAdvice } from './other-schemas.ts'

describe('schemaAdvice', () => {
  it('names a schema that ?schema= takes, or the search_path if there is none', () => {
    const texts = [
      schemaAdvice('public', ['Legacy Stuff', 'sales']),
      schemaAdvice('public', ['Legacy Stuff']),
      schemaAdvice('Shop', ['sales']),
    ]

    assert.match(texts[0] ?? '', /\?schema=public,sales\./)
    assert.match(texts[1] ?? '', /search_path of the role/)
    assert.match(texts[2] ?? '', /search_path of the role/)
  })
})
