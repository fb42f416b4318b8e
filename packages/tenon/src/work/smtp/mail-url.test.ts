import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseMailUrl } from './mail-url.ts'

describe('the URL of a mail server', () => {
  it('demands TLS, except from a server on this machine', () => {
    assert.partialDeepStrictEqual(parseMailUrl('smtp://mail.example.com'), {
      port: 587,
      secure: false,
      requireTLS: true,
    })
    assert.equal(parseMailUrl('smtp://127.0.0.1:1025').requireTLS, false)
    assert.equal(parseMailUrl('smtp://[::1]').requireTLS, false)
    assert.equal(parseMailUrl('smtp://LOCALHOST').requireTLS, false)
    assert.equal(parseMailUrl('smtp://127.mail.example.com').requireTLS, true)
    assert.equal(parseMailUrl('smtp://localhost?tls=yes').requireTLS, true)
  })

  it('can do without TLS, but only if it says so', () => {
    assert.partialDeepStrictEqual(parseMailUrl('smtp://mail.example.com?tls=no'), {
      requireTLS: false,
      ignoreTLS: true,
    })
  })

  it('begins with TLS as smtps', () => {
    assert.partialDeepStrictEqual(parseMailUrl('smtps://mail.example.com'), {
      port: 465,
      secure: true,
      requireTLS: false,
    })
  })

  it('has user and password, which may be escaped, and options', () => {
    const server = parseMailUrl('smtp://ada%40x:p%3Ass%2F@h:2525?name=web&connections=20')

    assert.partialDeepStrictEqual(server, {
      host: 'h',
      port: 2525,
      name: 'web',
      maxConnections: 20,
      auth: { user: 'ada@x', pass: 'p:ss/' },
    })
  })

  it('has a host with any letters', () => {
    assert.equal(parseMailUrl('smtps://mail.müller.de').host, 'mail.xn--mller-kva.de')
  })

  const malformed = {
    'another protocol': 'https://secret@h',
    'no URL': 'secret',
    'a broken escape': 'smtp://ada:secret%@h',
    'a host with a space': 'smtp://ada:secret@a%20b',
    'an unknown option': 'smtp://ada:secret@h?tsl=no',
    'another word for TLS': 'smtp://ada:secret@h?tls=off',
    'too many connections': 'smtp://ada:secret@h?connections=101',
  }
  for (const [fault, url] of Object.entries(malformed)) {
    it(`is refused without its password: ${fault}`, () => {
      assert.throws(
        () => parseMailUrl(url),
        (error: Error & { code?: string }) =>
          error.code === 'E_MAIL_URL' && !error.message.includes('secret'),
      )
    })
  }
})
