import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toFailure } from './failure.ts'

describe('toFailure', () => {
  const document = (data: string, headers = {}) => toFailure({ status: 502, data, headers })

  it('reads the message, the fields and the id of an Error page', () => {
    const props = { message: 'Not good', errors: { title: 'Too long', tags: { 0: 'Empty' } } }

    const failure = toFailure({ status: 422, data: { props }, headers: { 'x-request-id': 'a-1' } })

    assert.deepEqual(failure, {
      status: 422,
      message: 'Not good',
      errors: { title: 'Too long', tags: 'Empty' },
      requestId: 'a-1',
    })
  })

  it('reads the title of a document, and a text as it is', () => {
    assert.equal(document('<title>502 Bad Gateway</title><h1>').message, '502 Bad Gateway')
    assert.equal(document('Service Unavailable\n').message, 'Service Unavailable')
  })

  it('names the status where an answer says nothing', () => {
    assert.equal(document('').message, 'Error 502')
    assert.equal(document('<h1>Sorry').message, 'Error 502')
    assert.equal(toFailure({ status: 500, data: {}, headers: {} }).message, 'Error 500')
  })

  it('does not take a long text for a message', () => {
    assert.equal(document('x'.repeat(10_000)).message.length, 200)
  })
})
