import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dictionary } from '@zxcvbn-ts/language-common'
import { isCommonPassword } from './common-passwords.ts'

describe('isCommonPassword', () => {
  it('knows the 3,000 most common passwords of at least eight characters (ASVS 6.2.4)', async () => {
    const long = dictionary['passwords-common'].filter((text) => text.length >= 8)

    const known = await Promise.all(long.slice(0, 3000).map((text) => isCommonPassword(text)))

    assert.equal(known.length, 3000)
    assert.ok(known.every(Boolean))
  })

  it('does not let a capital letter make them uncommon', async () => {
    assert.equal(await isCommonPassword('Password1'), true)
    assert.equal(await isCommonPassword('QWERTYUIOP'), true)
  })

  it('takes several words, and words within a longer text', async () => {
    assert.equal(await isCommonPassword('correct horse battery'), false)
    assert.equal(await isCommonPassword('my password1 is long'), false)
    assert.equal(await isCommonPassword(''), false)
  })
})
