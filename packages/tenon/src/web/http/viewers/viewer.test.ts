import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { KeyRing } from '../../../base/keys/keys.ts'
import { toViewerText } from './viewer.ts'

const keys = new KeyRing('a key of this test, of 32 characters or more')
const ada = { account: 'users', key: '1' }

describe('what a page says of its users', () => {
  it('is the same text for the same user, and does not contain the key', () => {
    const text = toViewerText(keys, [ada])

    assert.match(text, /^users:[\w-]{43}$/)
    assert.equal(toViewerText(keys, [{ ...ada }]), text)
  })

  it('is another text for another user, another table and another key of the application', () => {
    const others = [
      toViewerText(keys, [{ ...ada, key: '2' }]),
      toViewerText(keys, [{ ...ada, account: 'admins' }]),
      toViewerText(new KeyRing('another key of this test, of 32 characters'), [ada]),
    ]

    assert.equal(new Set([toViewerText(keys, [ada]), ...others]).size, 4)
  })

  it('names each user of a page', () => {
    const admin = { account: 'admins', key: '1' }

    const text = toViewerText(keys, [ada, admin])

    assert.equal(text, `${toViewerText(keys, [ada])},${toViewerText(keys, [admin])}`)
  })

  it('stays the same for more users than are remembered', () => {
    const text = toViewerText(keys, [ada])

    for (let key = 2; key < 10_100; key += 1) toViewerText(keys, [{ ...ada, key: String(key) }])

    assert.equal(toViewerText(keys, [ada]), text)
  })
})
