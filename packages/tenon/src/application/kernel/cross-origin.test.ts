import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { isCrossOrigin } from './cross-origin.ts'

function isRefused(
  method: string,
  headers: Record<string, string>,
  protocol: 'http' | 'https' = 'http',
): boolean {
  const { host = 'example.com' } = headers
  return isCrossOrigin({ method, host, protocol, header: (name) => headers[name] })
}

describe('isCrossOrigin', () => {
  it('lets safe methods pass', () => {
    for (const method of ['GET', 'HEAD', 'OPTIONS']) {
      assert.equal(isRefused(method, { 'sec-fetch-site': 'cross-site' }), false)
    }
  })

  it('trusts Sec-Fetch-Site before Origin', () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'ANYTHING']) {
      assert.equal(
        isRefused(method, { 'sec-fetch-site': 'same-origin', origin: 'https://evil.com' }),
        false,
      )
      assert.equal(isRefused(method, { 'sec-fetch-site': 'none' }), false)
      for (const site of ['cross-site', 'same-site', 'SAME-ORIGIN', '', 'same-origin, none']) {
        assert.equal(
          isRefused(method, { 'sec-fetch-site': site, origin: 'http://example.com' }),
          true,
        )
      }
    }
  })

  it('compares Origin with our own if there is no Sec-Fetch-Site', () => {
    assert.equal(isRefused('POST', { origin: 'http://example.com' }), false)
    assert.equal(isRefused('POST', { origin: 'http://example.com', host: 'EXAMPLE.com:80' }), false)
    assert.equal(isRefused('POST', { origin: 'https://example.com' }, 'https'), false)
    const foreign = [
      'null',
      '',
      'http://evil.com',
      'http://example.com.evil.com',
      'http://example.com:8080',
      'https://example.com',
      'http://example.com/',
    ]
    for (const origin of foreign) assert.equal(isRefused('POST', { origin }), true, origin)
  })

  it('lets a request pass that no browser has sent', () => {
    assert.equal(isRefused('POST', {}), false)
  })
})
