import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { BadRequest, PayloadTooLarge } from '../../base/support/http-error.ts'
import { readJson } from './json.ts'

const limits = { depth: 64, values: 100 }
const read = (text: string) => readJson(Buffer.from(text), limits)

describe('readJson', () => {
  it('reads any JSON value', () => {
    assert.deepEqual(read('{"a":[1,null,"ü"]}'), { a: [1, null, 'ü'] })
    assert.equal(read('3'), 3)
  })

  it('refuses invalid JSON, an empty body and a byte order mark', () => {
    for (const text of ['', '{', '{"a":1,}', '\ufeff{}', 'NaN']) {
      assert.throws(() => read(text), BadRequest, text)
    }
  })

  it('refuses bytes that are not UTF-8', () => {
    assert.throws(() => readJson(Buffer.from([0x22, 0xff, 0x22]), limits), BadRequest)
  })

  it('accepts 64 levels of nesting but not 65', () => {
    assert.doesNotThrow(() => read('['.repeat(64) + ']'.repeat(64)))
    assert.throws(() => read('['.repeat(65) + ']'.repeat(65)), BadRequest)
    assert.throws(() => read('['.repeat(100_000) + ']'.repeat(100_000)), BadRequest)
  })

  it('accepts 100 values but not 101, counted across all levels', () => {
    const list = (length: number) => JSON.stringify(Array.from({ length }, () => 1))

    assert.doesNotThrow(() => read(list(100)))
    assert.throws(() => read(list(101)), PayloadTooLarge)
    assert.doesNotThrow(() => read(`{"a":${list(49)},"b":${list(49)}}`))
    assert.throws(() => read(`{"a":${list(49)},"b":${list(50)}}`), PayloadTooLarge)
  })

  it('refuses a key __proto__ at any depth, even if escaped', () => {
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
