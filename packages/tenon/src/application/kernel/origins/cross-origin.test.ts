import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { isCrossOrigin, isRebound } from './cross-origin.ts'

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
      assert.equal(isRefused(method, { 'sec-fetch-site': 'cross-site' }), false, method)
    }
  })

  it('trusts Sec-Fetch-Site before Origin', () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'ANYTHING']) {
      assert.equal(
        isRefused(method, { 'sec-fetch-site': 'same-origin', origin: 'https://evil.com' }),
        false,
        method,
      )
      assert.equal(isRefused(method, { 'sec-fetch-site': 'none' }), false, method)
      for (const site of ['cross-site', 'same-site', 'SAME-ORIGIN', '', 'same-origin, none']) {
        assert.equal(
          isRefused(method, { 'sec-fetch-site': site, origin: 'http://example.com' }),
          true,
          `${method} ${site}`,
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

describe('isRebound', () => {
  const rebound = (
    host: string,
    headers: Record<string, string>,
    settings: { appUrl?: string; isProduction?: boolean } = {},
  ) =>
    isRebound(
      { method: 'POST', host, protocol: 'http', header: (name) => headers[name] },
      { appUrl: settings.appUrl, isProduction: settings.isProduction ?? false },
    )
  const appUrl = 'https://shop.example'

  it('knows this machine and APP_URL in development', () => {
    for (const host of [
      'localhost:8080',
      'api.localhost',
      '127.0.0.1:8080',
      '[::1]:8080',
      '192.0.2.1',
    ]) {
      assert.equal(rebound(host, {}), false, host)
    }
    for (const host of ['evil.example:8080', 'localhost.evil.example', '']) {
      assert.equal(rebound(host, {}), true, host)
      assert.equal(rebound(host, { origin: `http://${host}` }), true, host)
    }
    assert.equal(rebound('shop.example', {}, { appUrl }), false)
  })

  it('knows APP_URL in production, for browsers', () => {
    const origin = 'https://shop.example'

    assert.equal(rebound('shop.example', { origin }, { appUrl, isProduction: true }), false)
    assert.equal(rebound('SHOP.example:443', { origin }, { appUrl, isProduction: true }), false)
    assert.equal(rebound('evil.example', { origin }, { appUrl, isProduction: true }), true)
    assert.equal(rebound('localhost', { origin }, { appUrl, isProduction: true }), true)
    assert.equal(rebound('shop.example', { origin }, { isProduction: true }), true)
    assert.equal(rebound('shop.default.svc', {}, { appUrl, isProduction: true }), false)
  })

  it('lets requests with a token pass, which no page of another site knows', () => {
    const authorization = 'Bearer token'

    assert.equal(rebound('evil.example', { authorization }), false)
    assert.equal(rebound('evil.example', { authorization, cookie: 'a=b' }), true)
  })
})
