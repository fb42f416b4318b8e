import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { HttpRequest } from '../http/request.ts'
import { isPrecognitive, toPrecognition } from './precognition.ts'

const errors = { title: 'Title is required', 'tags.0': 'Too long' }

const asking = (only?: string): Pick<HttpRequest, 'header'> => ({
  header: (name) =>
    name === 'precognition' ? 'true' : name === 'precognition-validate-only' ? only : undefined,
})

describe('toPrecognition', () => {
  it('answers 204 when nothing is wrong', () => {
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

  it('looks only at the fields that are asked about, and what is in them', () => {
    assert.equal(toPrecognition(asking('name, age'), errors).statusCode, 204)
    assert.equal(
      toPrecognition(asking('tags'), errors).body,
      '{"message":"Too long","errors":{"tags.0":"Too long"}}',
    )
  })

  it('is asked for by a header', () => {
    assert.equal(isPrecognitive(asking()), true)
    assert.equal(isPrecognitive({ header: () => undefined }), false)
  })
})
