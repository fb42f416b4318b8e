import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toAddress } from './address.ts'

describe('the address of a mail', () => {
  it('may have a name', () => {
    assert.deepEqual(toAddress('ada@example.com'), { name: '', address: 'ada@example.com' })
    assert.deepEqual(toAddress({ name: 'Ada "L", Countess', address: 'a@x.example' }), {
      name: 'Ada "L", Countess',
      address: 'a@x.example',
    })
  })

  it('has no name if the name is null', () => {
    const user: { name: string | null; email: string } = { name: null, email: 'ada@example.com' }

    const address = toAddress({ name: user.name, address: user.email })

    assert.deepEqual(address, { name: '', address: 'ada@example.com' })
  })

  const attacks = {
    'a second recipient': 'a@x.example, b@y.example',
    'a second recipient as a name': '"a@x.example" <b@y.example>',
    'a header': 'a@x.example\r\nBcc: b@y.example',
    'a header in the name': { name: 'Ada\r\nBcc: b@y.example', address: 'a@x.example' },
    'a line separator in the name': { name: 'Ada\u2028', address: 'a@x.example' },
    'a name without end': { name: 'a'.repeat(201), address: 'a@x.example' },
    'no address': '',
  }
  for (const [attack, given] of Object.entries(attacks)) {
    it(`is refused with ${attack}, and is not repeated`, () => {
      assert.throws(
        () => toAddress(given),
        (error: Error & { code?: string }) =>
          error.code === 'E_MAIL_ADDRESS' && !error.message.includes('x.example'),
      )
    })
  }
})
