import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHash, serializeHash } from './hash.ts'

const salt = Buffer.from('somesalt')
const tag = Buffer.alloc(32, 7)
const text = `$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$${'Bwc'.padEnd(43, 'HBwc').slice(0, 43)}`

describe('a stored password hash', () => {
  it('is read as it was written', () => {
    const written = {
      algorithm: 'argon2i',
      cost: { memory: 19_456, passes: 2, parallelism: 1 },
      salt,
      tag,
    } as const

    assert.deepEqual(parseHash(serializeHash(written)), written)
  })

  it('has the format of other implementations, without padding', () => {
    const cost = { memory: 65_536, passes: 2, parallelism: 1 }

    assert.equal(serializeHash({ algorithm: 'argon2id', cost, salt, tag }), text)
  })

  const unusable = {
    'of another algorithm': text.replace('argon2id', 'argon2d'),
    'of another version': text.replace('v=19', 'v=16'),
    'with a salt that is too short': text.replace('c29tZXNhbHQ', 'c29tZXNhbA'),
    'without passes': text.replace('t=2', 't=0'),
    'that would take more than a gibibyte': text.replace('m=65536', 'm=1048577'),
    'with less memory than its lanes need': text.replace('m=65536', 'm=7'),
    'with something after it': `${text}$`,
    'that is a password': 'hunter2',
  }
  for (const [what, stored] of Object.entries(unusable)) {
    it(`is refused ${what}`, () => {
      assert.notEqual(stored, text)
      assert.equal(parseHash(stored), undefined)
    })
  }
})
