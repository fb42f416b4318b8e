import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { addToVary, assertHeader, HeaderList } from './header-list.ts'

describe('HeaderList', () => {
  it('replaces all fields of a name with the one that is set', () => {
    const list = new HeaderList().append('link', 'a').append('x', '1').append('Link', 'b')
    const copy = list.copy()

    list.append('link', 'c').set('Link', 'd')

    assert.deepEqual(list.toArray(), ['link', 'd', 'x', '1'])
    assert.deepEqual(copy.toArray(), ['link', 'a', 'x', '1', 'link', 'b'])
  })
})

describe('assertHeader', () => {
  it('accepts values that a header may carry', () => {
    for (const value of ['', 'a b\tc', '"x"; q=0.5', '\x80\xff']) {
      assert.doesNotThrow(() => assertHeader('x-name', value), value)
    }
  })

  it('refuses a value that would end the header or cannot be sent as single bytes', () => {
    for (const value of ['a\r\nb', 'a\rb', 'a\nb', '\0', '\x7f', '\u010a', '日']) {
      assert.throws(() => assertHeader('x-name', value), { code: 'E_HEADER_VALUE' }, value)
    }
  })

  it('refuses a name that is not a token', () => {
    for (const name of ['', 'a b', 'a:', 'a\r\nb', 'ä']) {
      assert.throws(() => assertHeader(name, ''), { code: 'E_HEADER_NAME' }, name)
    }
  })
})

describe('addToVary', () => {
  it('adds a name once, however it is written', () => {
    const given = [
      addToVary('', 'Accept'),
      addToVary('Accept', 'Cookie'),
      addToVary('Accept , cookie', 'Cookie'),
      addToVary('accept', 'Accept'),
      addToVary('accept', 'Accept-Language, Cookie'),
      addToVary('Cookie', 'Accept, Cookie'),
    ]

    assert.deepEqual(given, [
      'Accept',
      'Accept, Cookie',
      'Accept , cookie',
      'accept',
      'accept, Accept-Language, Cookie',
      'Cookie, Accept',
    ])
  })

  it('forgets values and names, because there may be many', () => {
    for (let i = 0; i < 1000; i++) addToVary(`X-${i}`, `Y-${i % 300}`)

    assert.equal(addToVary('X-1', 'Y-1'), 'X-1, Y-1')
  })

  it('refuses a name that cannot be sent, also a second time', () => {
    const add = () => addToVary('Accept', 'X\r\nSet-Cookie: a=b')
    assert.throws(add, { code: 'E_HEADER_VALUE' })
    assert.throws(add, { code: 'E_HEADER_VALUE' })
  })
})
