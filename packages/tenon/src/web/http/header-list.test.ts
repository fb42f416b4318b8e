import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { assertHeader } from './header-list.ts'

describe('assertHeader', () => {
  it('accepts values that a header may carry', () => {
    for (const value of ['', 'a b\tc', '"x"; q=0.5', '\x80\xff']) {
      assert.doesNotThrow(() => assertHeader('x-name', value))
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
