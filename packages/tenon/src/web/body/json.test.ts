import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { BadRequest } from '../support/http-error.ts'
import { readJson } from './json.ts'

const read = (text: string) => readJson(Buffer.from(text), 64)

describe('readJson', () => {
  it('reads any JSON value', () => {
    assert.deepEqual(read('{"a":[1,null,"ü"]}'), { a: [1, null, 'ü'] })
    assert.equal(read('3'), 3)
  })

  it('refuses what is not JSON, an empty body and a byte order mark', () => {
    for (const text of ['', '{', '{"a":1,}', '\ufeff{}', 'NaN']) {
      assert.throws(() => read(text), BadRequest)
    }
  })

  it('refuses bytes that are not UTF-8', () => {
    assert.throws(() => readJson(Buffer.from([0x22, 0xff, 0x22]), 64), BadRequest)
  })

  it('takes 64 levels and refuses 65, and 100,000', () => {
    assert.doesNotThrow(() => read('['.repeat(64) + ']'.repeat(64)))
    assert.throws(() => read('['.repeat(65) + ']'.repeat(65)), BadRequest)
    assert.throws(() => read('['.repeat(100_000) + ']'.repeat(100_000)), BadRequest)
  })

  it('refuses a key __proto__ at any depth, also an escaped one', () => {
    assert.throws(() => read('{"__proto__":{}}'), BadRequest)
    assert.throws(() => read('{"a":[{"\\u005f_proto__":1}]}'), BadRequest)
  })

  it('does not quote the body in its message', () => {
    assert.throws(
      () => read('secret'),
      (error) => error instanceof Error && !/secret/.test(error.message),
    )
  })
})
