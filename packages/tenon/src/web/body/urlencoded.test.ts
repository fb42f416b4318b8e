import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { BadRequest, PayloadTooLarge } from '../../base/support/http-error.ts'
import { defaultBodyLimits } from './body-limits.ts'
import { readUrlencoded } from './urlencoded.ts'

const read = (text: string, limits = defaultBodyLimits) => readUrlencoded(Buffer.from(text), limits)
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe('readUrlencoded', () => {
  it('decodes escapes and plus signs', () => {
    assert.deepEqual(plain(read('a=1+2&b=%C3%BC&c&d=&=e&&f=g=h')), {
      a: '1 2',
      b: 'ü',
      c: '',
      d: '',
      '': 'e',
      f: 'g=h',
    })
  })

  it('nests bracketed names', () => {
    assert.deepEqual(plain(read('a[b][c]=1&a[d]=2&l[0]=x&l[1]=y&m[]=p&m[]=q')), {
      a: { b: { c: '1' }, d: '2' },
      l: ['x', 'y'],
      m: ['p', 'q'],
    })
  })

  it('keeps sparse and huge indices as keys', () => {
    assert.deepEqual(plain(read('a[1]=x&b[999999999]=y&a[0]=z')), {
      a: ['z', 'x'],
      b: { '999999999': 'y' },
    })
  })

  it('appends to a list that was begun with indices', () => {
    assert.deepEqual(plain(read('a[1]=x&a[]=y&b[0]=x&b[]=y&c[3]=x&c[]=y&c[0]=z&c[]=w')), {
      a: ['y', 'x'],
      b: ['x', 'y'],
      c: ['z', 'y', 'w', 'x'],
    })
  })

  it('treats a name with misplaced brackets as a plain key', () => {
    assert.deepEqual(plain(read('a[b=1&[c]=2&d]=3&e[f]g=4&h[[i]]=5')), {
      'a[b': '1',
      '[c]': '2',
      'd]': '3',
      'e[f]g': '4',
      'h[[i]]': '5',
    })
  })

  it('treats names of the object prototype as data, without a prototype', () => {
    const fields = read('constructor=1&toString=2&hasOwnProperty[x]=3')

    assert.equal(Object.getPrototypeOf(fields), null)
    assert.equal(fields['constructor'], '1')
  })

  it('refuses __proto__, plain, nested and escaped', () => {
    for (const text of ['__proto__=1', 'a[__proto__][b]=1', '__proto__[a]=1', '%5f_proto__=1']) {
      assert.throws(() => read(text), BadRequest, text)
    }
  })

  it('names the field that was sent twice, and what a list needs', () => {
    assert.throws(() => read('files=a&files=b'), {
      message: 'The field "files" was sent more than once: a list needs [] in its name',
    })
    assert.throws(() => read(`${'a'.repeat(900)}=1&${'a'.repeat(900)}=2`), {
      message: `The field "${'a'.repeat(100)}" was sent more than once: a list needs [] in its name`,
    })
  })

  it('refuses a value that was sent twice or is also a group', () => {
    for (const text of [
      'a=1&a=2',
      'a[b]=1&a[b]=2',
      'a=1&a[b]=2',
      'a[b]=1&a=2',
      'a[0]=1&a[0]=2',
      'a[][b]=1',
    ]) {
      assert.throws(() => read(text), BadRequest, text)
    }
  })

  it('refuses malformed escapes and text that is not UTF-8', () => {
    for (const text of ['a=%', 'a=%zz', 'a=%ff', '%C3=1', 'a=%ED%A0%80']) {
      assert.throws(() => read(text), BadRequest, text)
    }
    assert.throws(
      () => readUrlencoded(Buffer.from([0x61, 0x3d, 0xff]), defaultBodyLimits),
      BadRequest,
    )
  })

  it('accepts as many fields as the limit allows', () => {
    const text = (count: number) => Array.from({ length: count }, (_, i) => `f${i}=`).join('&')

    assert.equal(Object.keys(read(text(1000))).length, 1000)
    assert.throws(() => read(text(1001)), PayloadTooLarge)
    assert.throws(() => read('&'.repeat(500_000)), PayloadTooLarge)
  })

  it('refuses names that nest deeper than the limit', () => {
    assert.doesNotThrow(() => read(`a${'[b]'.repeat(63)}=1`))
    assert.throws(() => read(`a${'[b]'.repeat(64)}=1`), BadRequest)
  })
})
