import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { event } from './event.ts'
import { writePayload } from './event-payload.ts'

const done = event<unknown>('done')

describe('the payload of an event for other processes', () => {
  it('is JSON, and null without a payload', () => {
    assert.equal(writePayload(done, { at: new Date(0) }), '{"at":"1970-01-01T00:00:00.000Z"}')
    assert.equal(writePayload(done, 1n), '"1"')
    assert.equal(writePayload(done, undefined), 'null')
  })

  it('has at most 6,000 bytes, which are counted and not its letters', () => {
    assert.equal(writePayload(done, 'a'.repeat(5998)).length, 6000)
    assert.throws(() => writePayload(done, 'ä'.repeat(3000)), {
      code: 'E_EVENT_PAYLOAD',
      message: /"done" .* carries 6002 bytes of JSON/,
    })
  })

  it('is refused if JSON cannot express it', () => {
    const circle: Record<string, unknown> = {}
    circle['self'] = circle

    assert.throws(() => writePayload(done, circle), { code: 'E_EVENT_PAYLOAD' })
    assert.throws(() => writePayload(done, { toJSON: () => circle }), { code: 'E_EVENT_PAYLOAD' })
  })
})
