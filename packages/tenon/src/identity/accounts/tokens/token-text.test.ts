import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createTokenText, parseTokenText, toTokenPrefix } from './token-text.ts'

describe('the text of a token', () => {
  it('begins with what a scanner looks for, and gives its id back', () => {
    const { id, text } = createTokenText('acme')

    assert.ok(text.startsWith(`${toTokenPrefix('acme', id)}_`))
    assert.deepEqual(parseTokenText('acme', text), { id, text })
  })

  it('is never made twice', () => {
    assert.notEqual(createTokenText('acme').text, createTokenText('acme').text)
  })

  it('is refused with another prefix, or if anything about it was changed', () => {
    const { text } = createTokenText('acme')

    assert.equal(parseTokenText('other', text), undefined)
    assert.equal(parseTokenText('acme', text.slice(0, -1)), undefined)
    assert.equal(parseTokenText('acme', `${text}A`), undefined)
    assert.equal(parseTokenText('acme', text.toUpperCase()), undefined)
    assert.equal(parseTokenText('acme', ` ${text}`), undefined)
  })
})
