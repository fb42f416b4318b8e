import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findRefusedName, toHostAdvice } from './allowed-hosts.ts'

describe('findRefusedName', () => {
  const ask = (host: string, accept = 'text/html,*/*') => ({
    method: 'GET',
    headers: { host, accept },
  })

  it('is a name that nobody has set', () => {
    assert.equal(findRefusedName(ask('tenon.test:8080'), []), 'tenon.test')
    assert.match(toHostAdvice('tenon.test'), /APP_URL set to .* http:\/\/tenon\.test:8080/)
  })

  it('is not localhost, an address, or a name that is allowed', () => {
    const hosts = [
      'localhost:8080',
      'a.localhost',
      '192.168.0.7',
      '[::1]:8080',
      'tenon.test',
      'b.shop.test',
    ]

    const refused = hosts.map((host) => findRefusedName(ask(host), ['tenon.test', '.shop.test']))

    assert.deepEqual(new Set(refused), new Set([undefined]))
    assert.equal(findRefusedName(ask('evil.example'), true), undefined)
  })

  it('is asked of documents only, so a program may use any name', () => {
    assert.equal(findRefusedName(ask('api', 'application/json'), []), undefined)
  })
})
