import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { parseCookies, toCookie, toCookieBelow } from './cookie.ts'

describe('toCookie', () => {
  it('is hidden from scripts and other sites by default', () => {
    assert.deepEqual(toCookie('a', 'b'), {
      text: 'a=b; Path=/; HttpOnly; SameSite=Lax',
      isEverywhere: true,
      isSecure: undefined,
    })
    const open = toCookie('a', 'ä;', {
      path: '/x',
      httpOnly: false,
      secure: true,
      maxAge: '5s',
    })
    assert.deepEqual(open, {
      text: 'a=%C3%A4%3B; Max-Age=5; Path=/x; SameSite=Lax',
      isEverywhere: false,
      isSecure: true,
    })
  })

  it('expires after its duration, in whole seconds', () => {
    assert.match(toCookie('a', 'b', { maxAge: '2d' }).text, /Max-Age=172800;/)
    assert.match(toCookie('a', 'b', { maxAge: '1500ms' }).text, /Max-Age=2;/)
    assert.throws(() => toCookie('a', 'b', { maxAge: '1.5s' as never }), { code: 'E_DURATION' })
  })

  it('is Secure when it is sent to other sites, as browsers require', () => {
    assert.equal(toCookie('a', 'b', { sameSite: 'none', secure: false }).isSecure, true)
  })

  it('has the attributes that the prefix of its name requires, also below a path', () => {
    const [host, secure] = ['__Host-a', '__secure-a'].map((name) =>
      toCookieBelow('/app', toCookie(name, 'b')),
    )

    assert.match(host?.text ?? '', /; Path=\/;/)
    assert.match(secure?.text ?? '', /; Path=\/app;/)
    assert.deepEqual([host?.isSecure, secure?.isSecure], [true, true])
  })

  it('throws for attributes with which browsers ignore the prefix of its name', () => {
    for (const [name, options] of [
      ['__Host-a', { path: '/x' }],
      ['__host-a', { domain: 'example.com' }],
      ['__Host-a', { secure: false }],
      ['__Secure-a', { secure: false }],
    ] as const) {
      assert.throws(() => toCookie(name, 'b', options), { code: 'E_COOKIE' }, name)
    }
    assert.equal(toCookie('__Secure-a', 'b', { path: '/x', domain: 'example.com' }).isSecure, true)
  })

  it('throws when it is set if it cannot be sent', () => {
    for (const [name, options] of [
      ['a b', {}],
      ['a;b', {}],
      ['a', { path: '/\r\n' }],
      ['a', { domain: 'x;y' }],
    ] as const) {
      assert.throws(() => toCookie(name, 'b', options), { code: 'E_COOKIE' }, name)
    }
  })
})

describe('parseCookies', () => {
  it('keeps the first value of a name, and treats names of the object prototype as data', () => {
    const cookies = parseCookies('a=1; a=2; __proto__=3; b=%C3%A4; c=%zz')

    assert.deepEqual(
      ['a', '__proto__', 'b', 'c', 'toString'].map((name) => cookies.get(name)),
      ['1', '3', 'ä', '%zz', undefined],
    )
  })
})
