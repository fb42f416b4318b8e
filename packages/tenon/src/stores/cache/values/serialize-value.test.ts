import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseValue } from './parse-value.ts'
import { serializeValue } from './serialize-value.ts'

describe('serializeValue', () => {
  it('writes plain data as JSON', () => {
    const value = { list: [1, 'two', null, true, { three: 3.5 }], nothing: {} }

    assert.equal(serializeValue(value, 'key'), JSON.stringify(value))
  })

  it('is reversed by parseValue', () => {
    const values: readonly unknown[] = [
      undefined,
      null,
      0,
      -0,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      '',
      '~',
      '@1\n',
      10n ** 30n,
      new Date(1),
      new Date(Number.NaN),
      new Map([[new Date(2), [undefined]]]),
      new Set([{}]),
      new Uint8Array([1, 2]),
      Buffer.from('bytes'),
      [undefined],
      { '~': 1 },
      { toJSON: 'text', date: new Date(3) },
      JSON.parse('{ "__proto__": { "polluted": true } }'),
    ]

    for (const value of values) {
      assert.deepEqual(parseValue(serializeValue(value, 'key')), { value })
    }
  })

  it('names the location of a value it cannot write', () => {
    const bad: readonly (readonly [unknown, RegExp])[] = [
      [{ a: [{ b: () => 1 }] }, /"key" cannot be cached: \.a\[0\]\.b is a function/],
      [Symbol('s'), /it is a symbol/],
      [new (class Digest extends Uint8Array {})(2), /it is a Digest/],
      [new URL('http://localhost'), /it is a URL/],
      [new Map([[1, new WeakMap()]]), /\(map\)\[1\] is a WeakMap/],
    ]

    for (const [value, message] of bad) {
      assert.throws(
        () => serializeValue(value, 'key'),
        { code: 'E_CACHE_VALUE', message },
        String(value),
      )
    }
  })

  it('ends on cycles, even with many paths through each object', () => {
    const parent: Record<string, unknown> = {}
    parent['children'] = Array.from({ length: 10 }, () => ({ parent, again: parent }))

    assert.throws(() => serializeValue(parent, 'key'), { code: 'E_CACHE_VALUE' })
  })
})

describe('parseValue', () => {
  it('returns undefined for text that serializeValue did not write', () => {
    const texts = ['', '{', 'text', '~', '~{"~":["what"]}', '~{"~":1}', '~{"~":["bigint","x"]}']

    for (const text of texts) assert.equal(parseValue(text), undefined, text)
  })
})
