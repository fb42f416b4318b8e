import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toComponentHeader } from './follow-versions.ts'

describe('the header with the page of a form', () => {
  it('is left out for a name that a browser cannot send, so that the form is sent', () => {
    const named = new Headers(toComponentHeader('Notes/Create'))
    const cyrillic = new Headers(toComponentHeader('Заметки/Create'))

    assert.equal(named.get('x-form-component'), 'Notes/Create')
    assert.equal(cyrillic.get('x-form-component'), null)
    assert.deepEqual(toComponentHeader(undefined), {})
  })
})
