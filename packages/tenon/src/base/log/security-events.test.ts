import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { toSafeText } from './security-events.ts'

describe('client text in the log', () => {
  it('cannot start a new line or control a terminal', () => {
    assert.equal(
      toSafeText('a\r\nb\u001b[2J\u009b\u2028é'),
      'a\\u000d\\u000ab\\u001b[2J\\u009b\\u2028\\u00e9',
    )
  })

  it('is truncated when it is long', () => {
    assert.equal(toSafeText('x'.repeat(9000)).length, 200)
  })
})
