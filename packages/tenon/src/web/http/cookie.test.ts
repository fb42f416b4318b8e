import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { parseCookies, toCookie } from './cookie.ts'

describe('toCookie', () => {
  it('is out of reach for scripts and other sites, unless it says otherwise', () => {
    assert.deepEqual(toCookie('a', 'b'), {
      text: 'a=b; Path=/; HttpOnly; SameSite=Lax',
      isSecure: undefined,
    })
    const open = toCookie('a', 'ä;', {
      path: '/x',
      httpOnly: false,
      secure: true,
      maxAgeSeconds: 5,
    })
    assert.deepEqual(open, {
      text: 'a=%C3%A4%3B; Max-Age=5; Path=/x; SameSite=Lax',
      isSecure: true,
    })
  })

  it('is secure when it goes to other sites, which browsers demand', () => {
    assert.equal(toCookie('a', 'b', { sameSite: 'none', secure: false }).isSecure, true)
  })

  it('is refused where it is set when it cannot be sent', () => {
    for (const [name, options] of [
      ['a b', {}],
      ['a;b', {}],
      ['a', { path: '/\r\n' }],
      ['a', { domain: 'x;y' }],
      ['a', { maxAgeSeconds: 1.5 }],
    ] as const) {
      assert.throws(() => toCookie(name, 'b', options), { code: 'E_COOKIE' })
    }
  })
})

describe('parseCookies', () => {
  it('keeps the first value of a name, and names of the object prototype as data', () => {
    const cookies = parseCookies('a=1; a=2; __proto__=3; b=%C3%A4; c=%zz')

    assert.deepEqual(
      ['a', '__proto__', 'b', 'c', 'toString'].map((name) => cookies.get(name)),
      ['1', '3', 'ä', '%zz', undefined],
    )
  })
})
