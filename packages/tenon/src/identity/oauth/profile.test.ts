import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toEmail, toName, toSubject } from './profile.ts'

describe('what a provider says about somebody', () => {
  it('has an id that is a text of at most 255 plain characters', () => {
    assert.equal(
      toSubject({ sub: '10769150350006150715113082367' }),
      '10769150350006150715113082367',
    )
    assert.equal(toSubject({ sub: 'x'.repeat(255) })?.length, 255)
  })

  const wrong = {
    'is missing': undefined,
    'is a number': 7,
    'is empty': '',
    'is too long': 'x'.repeat(256),
    'has a control character': 'a\0b',
    'has half a character': 'a\ud83d',
  }
  for (const [why, sub] of Object.entries(wrong)) {
    it(`has no id if it ${why}`, () => assert.equal(toSubject({ sub }), undefined))
  }

  it('has an address only if mail can be sent to it', () => {
    assert.equal(toEmail({ email: 'ada@example.com' }), 'ada@example.com')
    assert.equal(toEmail({ email: 'ada@example.com\r\nBcc: eve@example.com' }), undefined)
    assert.equal(toEmail({ email: ['ada@example.com'] }), undefined)
  })

  it('has a name that a database can store and a page can show', () => {
    assert.equal(toName({ name: ' Ada\tLovelace\0' }), 'Ada Lovelace')
    assert.equal(toName({ name: 'Ada\ud83d' }), 'Ada\ufffd')
    assert.equal(toName({ name: 'x'.repeat(500) })?.length, 200)
    assert.equal(toName({ name: `${'x'.repeat(199)}😀` }), 'x'.repeat(199))
    assert.equal(toName({ name: '\n' }), undefined)
    assert.equal(toName({ name: { first: 'Ada' } }), undefined)
  })
})
