import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createRequest } from '../../../test/support/create-request.ts'
import { appAddressKey, type AppAddress } from '../accounts/app-address.ts'
import { toSiteOf } from './site.ts'

describe('the site of passkeys', () => {
  it('is what APP_URL says, whatever the client says', () => {
    const request = requestTo('evil.example', {
      appUrl: 'https://shop.example',
      isProduction: true,
    })

    assert.deepEqual(toSiteOf(request), { origin: 'https://shop.example', host: 'shop.example' })
  })

  it('is localhost in development, with the port of the server', () => {
    const development: AppAddress = { appUrl: undefined, isProduction: false }
    const origins = ['127.0.0.1:3000', 'evil.example', 'a b'].map(
      (host) => toSiteOf(requestTo(host, development)).origin,
    )

    assert.deepEqual(origins, ['http://localhost:3000', 'http://localhost', 'http://localhost'])
  })

  it('is refused to the client, and not an error of the server, where browsers offer no passkeys', () => {
    const origins = [
      'http://127.0.0.1:3000',
      'https://10.0.0.5',
      'https://[::1]',
      'http://a.example',
    ]

    for (const appUrl of origins) {
      const request = requestTo('127.0.0.1:3000', { appUrl, isProduction: true })
      const refused = { status: 403, message: /^Passkeys do not work on "/ }
      assert.throws(() => toSiteOf(request), refused, appUrl)
    }
  })

  it('has to be known in production', () => {
    const request = requestTo('shop.example', { appUrl: undefined, isProduction: true })

    assert.throws(() => toSiteOf(request), { code: 'E_PASSKEYS', message: /Set APP_URL/ })
  })
})

function requestTo(host: string, address: AppAddress) {
  const request = createRequest({ headers: { host } })
  request.set(appAddressKey, address)
  return request
}
