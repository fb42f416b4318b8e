import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { keyRings, open, seal, sign, verify, KeyRing, openValue, sealValue } from './keys.ts'

const keys = new KeyRing('a long secret for tests, of 32 bytes or more')
const value = { team: 7, name: 'Ädä' }

describe('a sealed value', () => {
  it('is read back for the same purpose', () => {
    const sealed = sealValue(keys, 'invitation', value, undefined)

    assert.deepEqual(openValue(keys, 'invitation', sealed), value)
    assert.match(sealed, /^[\w-]+$/)
    assert.ok(!Buffer.from(sealed, 'base64url').includes('team'))
  })

  it('is another text each time', () => {
    const [one, two] = [1, 2].map(() => sealValue(keys, 'invitation', value, undefined))

    assert.notEqual(one, two)
  })

  it('is not read for another purpose or by another key', () => {
    const sealed = sealValue(keys, 'invitation', value, undefined)

    assert.equal(openValue(keys, 'reset', sealed), undefined)
    assert.equal(openValue(new KeyRing('another secret'), 'invitation', sealed), undefined)
  })

  it('is not read after a change of any byte, or cut', () => {
    const sealed = Buffer.from(sealValue(keys, 'invitation', value, undefined), 'base64url')
    const changed = Array.from(sealed, (byte, i) => sealed.with(i, byte ^ 1))
    const cut = Array.from(sealed, (_, i) => sealed.subarray(0, i))

    const opened = [...changed, ...cut].map((bytes) =>
      openValue(keys, 'invitation', Buffer.from(bytes).toString('base64url')),
    )

    assert.deepEqual(new Set(opened), new Set([undefined]))
  })

  it('has one text only', () => {
    const sealed = sealValue(keys, 'invitation', value, undefined)
    const others = [`${sealed}\0`, `${sealed}=`, ` ${sealed}`, `${sealed}\n`, `${sealed}.`]

    const opened = others.map((text) => openValue(keys, 'invitation', text))

    assert.deepEqual(new Set(opened), new Set([undefined]))
  })

  it('is not read from its expiry on', () => {
    const past = sealValue(keys, 'invitation', value, Date.now())
    const future = sealValue(keys, 'invitation', value, Date.now() + 60_000)

    assert.equal(openValue(keys, 'invitation', past), undefined)
    assert.deepEqual(openValue(keys, 'invitation', future), value)
  })

  it('of a previous key is still read, and a new one is made by the current key', () => {
    const rotated = new KeyRing('base64:bmV3', ['a long secret for tests, of 32 bytes or more'])

    const old = sealValue(keys, 'invitation', value, undefined)
    const young = sealValue(rotated, 'invitation', value, undefined)

    assert.deepEqual(openValue(rotated, 'invitation', old), value)
    assert.equal(openValue(keys, 'invitation', young), undefined)
    assert.deepEqual(openValue(new KeyRing('new'), 'invitation', young), value)
  })
})

describe('seal, open, sign and verify', () => {
  it('use the keys of the running application', () => {
    keyRings.run(keys, () => {
      assert.deepEqual(open('a', seal('a', value, { expires: '1h' })), value)
      assert.ok(verify('a', 'text', sign('a', 'text')))
      assert.ok(!verify('b', 'text', sign('a', 'text')))
      assert.ok(!verify('a', 'other', sign('a', 'text')))
      assert.ok(!verify('a', 'text', ''))
      assert.ok(!verify('a', 'text', `${sign('a', 'text')}\0`))
    })
  })

  it('accept what a previous key has signed', () => {
    const signature = keyRings.run(keys, () => sign('a', 'text'))
    const rotated = new KeyRing('new', ['a long secret for tests, of 32 bytes or more'])

    assert.ok(keyRings.run(rotated, () => verify('a', 'text', signature)))
  })

  it('refuse to work without a key, or with a malformed duration', () => {
    assert.throws(() => seal('a', value), { code: 'E_NO_KEY' })
    keyRings.run(keys, () => {
      assert.throws(() => seal('a', value, { expires: '1 h' as never }), { code: 'E_DURATION' })
    })
  })
})
