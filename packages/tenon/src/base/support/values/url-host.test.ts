import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isThisMachine, toHost } from './url-host.ts'

describe('toHost()', () => {
  it('is the host as a connection takes it, whatever the protocol', () => {
    const urls = {
      'smtp://ada:x@mail.Müller.de:25': 'mail.xn--mller-kva.de',
      'redis://m%C3%BCller.de': 'xn--mller-kva.de',
      'https://müller.de': 'xn--mller-kva.de',
      'smtp://LOCALHOST': 'localhost',
      'smtp://127.1': '127.0.0.1',
      'smtp://[::1]:25': '::1',
      'postgres://my_database/shop': 'my_database',
      'postgres:///shop': '',
      'redis://a%2': '',
      'redis://a%20b': '',
    }

    assert.deepEqual(
      Object.keys(urls).map((url) => toHost(new URL(url))),
      Object.values(urls),
    )
  })
})

describe('isThisMachine()', () => {
  it('is true for localhost and loopback addresses, and not for names like them', () => {
    const hosts = [
      'localhost',
      '::1',
      '127.0.0.1',
      '127.9.9.9',
      '127.example.com',
      '127.0.0.1.x.org',
      '10.0.0.1',
      '',
    ]

    assert.deepEqual(hosts.filter(isThisMachine), hosts.slice(0, 4))
  })
})
