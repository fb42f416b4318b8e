import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { assertHeader } from './header.ts'

describe('assertHeader', () => {
  it('lets pass what a header may carry', () => {
    for (const value of ['', 'a b\tc', '"x"; q=0.5', '\x80\xff']) {
      assert.doesNotThrow(() => assertHeader('x-name', value))
    }
  })

  it('refuses a value that would end the header, or has no bytes of its own', () => {
    for (const value of ['a\r\nb', 'a\rb', 'a\nb', '\0', '\x7f', '\u010a', '日']) {
      assert.throws(() => assertHeader('x-name', value), { code: 'E_HEADER_VALUE' })
    }
  })

  it('refuses a name that is no token', () => {
    for (const name of ['', 'a b', 'a:', 'a\r\nb', 'ä']) {
      assert.throws(() => assertHeader(name, ''), { code: 'E_HEADER_NAME' })
    }
  })
})
