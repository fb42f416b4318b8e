import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { HttpRequest } from '../../web/http/request.ts'
import { isPrecognitive, toPrecognition } from './precognition.ts'

const errors = { title: 'Title is required', 'tags.0': 'Too long' }

const asking = (only?: string): Pick<HttpRequest, 'header'> => ({
  header: (name) =>
    name === 'precognition' ? 'true' : name === 'precognition-validate-only' ? only : undefined,
})

describe('toPrecognition', () => {
  it('answers 204 if everything is valid', () => {
    const reply = toPrecognition(asking(), {})

    assert.equal(reply.statusCode, 204)
    assert.equal(reply.getHeader('precognition'), 'true')
    assert.equal(reply.getHeader('precognition-success'), 'true')
    assert.equal(reply.getHeader('vary'), 'Precognition')
  })

  it('answers 422 with the messages', () => {
    const reply = toPrecognition(asking(), errors)

    assert.equal(reply.statusCode, 422)
    assert.equal(reply.getHeader('precognition'), 'true')
    assert.equal(reply.body, JSON.stringify({ message: 'Title is required', errors }))
  })

  it('looks only at the named fields, and the fields within them', () => {
    assert.equal(toPrecognition(asking('name, age'), errors).statusCode, 204)
    assert.equal(
      toPrecognition(asking('tags'), errors).body,
      '{"message":"Too long","errors":{"tags.0":"Too long"}}',
    )
  })

  it('does not accept a field that may be among those that were only counted', () => {
    const reply = toPrecognition(asking('name'), { 'tags.0': 'Too long', _more: 'and 7 more' })

    assert.equal(reply.statusCode, 422)
    assert.equal(reply.body, '{"message":"and 7 more","errors":{"_more":"and 7 more"}}')
  })

  it('is requested by a header', () => {
    assert.equal(isPrecognitive(asking()), true)
    assert.equal(isPrecognitive({ header: () => undefined }), false)
  })
})
