import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fallback, get, group } from '../../../web/routing/route.ts'
import { routes } from '../../../web/routing/route-list.ts'
import { createRouter } from '../../../web/routing/router.ts'
import { cors, type CorsOptions } from './cors.ts'

describe('cors()', () => {
  const refused: readonly (readonly [options: CorsOptions, message: RegExp])[] = [
    [{ origins: ['https://shop.example/'] }, /Write "https:\/\/shop\.example", as browsers do/],
    [{ origins: ['https://Shop.example'] }, /Write "https:\/\/shop\.example", as/],
    [{ origins: ['https://shop.example:443'] }, /Write "https:\/\/shop\.example", as/],
    [{ origins: ['shop.example'] }, /"shop\.example" is not an origin\. Write it like "https/],
    [{ origins: ['null'] }, /"null" is not an origin/],
    [{ origins: ['*'] }, /"\*" is not an origin/],
    [{ origins: ['https://*.shop.example'] }, /pass a function/],
    [{ origins: '*', credentials: true }, /credentials: true needs a list of origins/],
    [{ origins: '*', below: 'api' }, /below: "api" is not a path/],
    [{ origins: '*', below: '/api/' }, /below: "\/api\/" is not a path/],
    [{ origins: '*', exposes: ['x total'] }, /"x total" is not the name of a header/],
  ]
  for (const [options, message] of refused) {
    it(`refuses ${JSON.stringify(options)}`, () => {
      assert.throws(() => cors(options), { code: 'E_CORS', message })
    })
  }

  it('takes origins of pages in other applications, and a list that is empty', () => {
    const origins = [
      'capacitor://localhost',
      'http://localhost:5173',
      'http://[::1]:3000',
      'chrome-extension://abcd',
    ]

    assert.doesNotThrow(() => cors({ origins }))
    assert.doesNotThrow(() => cors({ origins: [] }))
  })

  it('does not boot in a group, a route or the fallback, which no question of a browser reaches', () => {
    const ours = cors({ origins: '*' })
    const lists = [
      routes([group('/api', [get('/prices', () => '')]).middleware(ours)]),
      routes([get('/prices', () => '').middleware(ours)]),
      routes([fallback(() => '').middleware(ours)]),
    ]

    for (const list of lists) {
      assert.throws(
        () => createRouter(list),
        {
          code: 'E_MIDDLEWARE_ORDER',
          message: /^The middleware cors of .* comes too late\. Pass it to application/,
        },
        list.routes[0]?.pattern.path ?? 'fallback',
      )
    }
  })
})
