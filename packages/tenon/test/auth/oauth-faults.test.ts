import assert from 'node:assert/strict'
import { describe, it, mock } from 'node:test'
import { oauth, openId, type OAuthOptions } from '../../src/auth-oauth.ts'
import { accounts } from '../../src/auth.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import type { Fault, IdentityProvider } from './identity-provider.ts'
import { clientId, clientSecret } from './identity-provider.ts'
import {
  goAndReturn,
  serveOAuth,
  User,
  visit,
  whoIs,
  type ServedOAuth,
} from './oauth-application.ts'

const grace = { sub: 'g-1', email: 'grace@example.com', email_verified: true, name: 'Grace' }
const metadata = '/.well-known/openid-configuration'

const faults: Readonly<Record<string, Fault>> = {
  'an error of the server': (_, response) =>
    response.writeHead(500).end('Traceback: db at 10.0.0.7'),
  'too many requests': (_, response) => response.writeHead(429).end(),
  'no connection': (request) => request.socket.destroy(),
  'half an answer': (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
    response.write('{"a":', () => response.destroy())
  },
  'a page': (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hi'),
  'broken JSON': (_, response) => asJson(response).end('{"issuer":'),
  'JSON without content': (_, response) => asJson(response).end('null'),
  'a number': (_, response) => asJson(response).end('{"access_token":7,"issuer":7,"token_type":7}'),
  'a redirect': (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  'an endless answer': (_, response) => {
    asJson(response)
    const fill = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    }
    response.on('drain', fill)
    fill()
  },
  'no answer in time': () => {},
}

forEachDialect('a provider that does not work', (open) => {
  const start = async (options: Partial<OAuthOptions<User>> = {}) => {
    const served = await serveOAuth(await open.url(), { timeout: '500ms', ...options })
    served.main.account = grace
    return served
  }

  it('is a clear answer and no error of ours when a login begins', async () => {
    await using served = await start()

    for (const [name, fault] of Object.entries(faults)) {
      served.main.faults.set(metadata, fault)
      const answer = await served.program().post('/login/main')

      assert.deepEqual([answer.status, messageOf(answer.text)], [503, unavailable], name)
      assert.equal(answer.headers.get('retry-after'), '5', name)
    }
    served.main.faults.clear()
    assert.equal((await visit(served.browser(), served.main)).status, 302)
    assertQuiet(served)
  })

  for (const path of ['/token', '/me', '/jwks']) {
    it(`is a clear answer and no error of ours when the browser comes back (${path})`, async () => {
      await using served = await start()

      for (const [name, fault] of Object.entries(faults)) {
        served.main.rotateKeys()
        const browser = served.browser({ accept: 'application/json' })
        const { pathname, search } = await goAndReturn(browser, served.main)
        served.main.faults.set(path, fault)
        const answer = await browser.get(pathname + search)
        served.main.faults.clear()

        assert.ok([400, 503].includes(answer.status), `${name}: ${answer.status}`)
        assert.equal(await whoIs(browser), null, name)
      }
      assertQuiet(served)
    })
  }

  it('is a clear answer if nothing listens there', async () => {
    await using served = await start()
    await served.main.close()

    const answer = await served.program().post('/login/main')

    assert.deepEqual([answer.status, messageOf(answer.text)], [503, unavailable])
    assert.equal(served.events.at(-1)?.fields['detail'], 'ECONNREFUSED')
  })

  it('is not read beyond 1 MiB', async () => {
    await using served = await start({ timeout: '20s' })
    const { issuer } = served.main
    const endpoints = {
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
    }
    const answer = async (padding: number) => {
      served.main.faults.set(metadata, (_, response) => {
        asJson(response).end(JSON.stringify({ ...endpoints, padding: 'x'.repeat(padding), issuer }))
      })
      return (await served.program().post('/login/main')).status
    }

    const statuses = [await answer(1_100_000), await answer(900_000)]

    assert.deepEqual(statuses, [503, 303])
  })

  it('that claims to be another one is not used (ASVS 10.5.3)', async () => {
    await using served = await start()
    served.main.faults.set(metadata, (_, response) => {
      const issuer = served.other.issuer
      const endpoints = {
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
      }
      asJson(response).end(JSON.stringify({ issuer, ...endpoints }))
    })

    const answer = await served.program().post('/login/main')

    assert.equal(answer.status, 503)
    assert.match(String(served.events.at(-1)?.fields['detail']), /issuer/)
  })

  it('is not needed for the pages of the application', async () => {
    await using served = await start()
    await served.main.close()

    assert.equal((await served.browser().get('/providers')).status, 200)
    assert.equal((await visit(served.browser(), served.other, '/login/other')).status, 403)
  })
})

forEachDialect('the metadata of a provider', (open) => {
  it('is read once for many logins', async () => {
    await using served = await serveOAuth(await open.url())
    served.main.account = grace

    await Promise.all(Array.from({ length: 4 }, () => visit(served.browser(), served.main)))

    assert.equal(countAsked(served.main, metadata), 1)
  })

  it('is read again after an hour, and the old one is used if that fails', async () => {
    await using served = await serveOAuth(await open.url())
    served.main.account = grace
    await served.browser().post('/login/main')

    mock.timers.enable({ apis: ['Date'], now: Date.now() + 61 * 60_000 })
    served.main.faults.set(metadata, (_, response) => response.writeHead(500).end())
    const answer = await served.browser().post('/login/main')
    mock.timers.reset()

    assert.equal(answer.status, 303)
    assert.equal(countAsked(served.main, metadata), 2)
  })

  it('may name other keys after a while', async () => {
    await using served = await serveOAuth(await open.url())
    served.main.account = grace
    await visit(served.browser(), served.main)
    served.main.rotateKeys()

    mock.timers.enable({ apis: ['Date'], now: Date.now() + 61_000 })
    const browser = served.browser()
    const answer = await visit(browser, served.main)
    mock.timers.reset()

    assert.equal(answer.status, 302)
    assert.equal(countAsked(served.main, '/jwks'), 2)
  })
})

describe('oauth()', () => {
  const auth = accounts(User, { login: 'email', password: 'password' })
  const client = { clientId, clientSecret }
  const main = openId({ issuer: 'https://login.example', ...client })
  const origin = 'https://shop.example'

  it('refuses an origin, a callback or a name that cannot work', () => {
    for (const wrong of ['http://shop.example', 'https://shop.example/', 'shop.example', '']) {
      assert.throws(
        () => oauth(auth, { origin: wrong, providers: { main } }),
        { code: 'E_OAUTH' },
        wrong,
      )
    }
    for (const callback of ['/callback', 'https://evil.example/{provider}', '/{provider}?a=b']) {
      assert.throws(
        () => oauth(auth, { origin, callback, providers: { main } }),
        {
          code: 'E_OAUTH',
        },
        callback,
      )
    }
    assert.throws(() => oauth(auth, { origin, providers: { 'My Company': main } }), {
      code: 'E_OAUTH',
    })
    oauth(auth, { origin, callback: '/oauth/{provider}', providers: { main } })
  })

  it('needs no origin without providers', () => {
    const providers = oauth(auth, { origin: '', providers: { main: undefined } })

    assert.deepEqual(providers.available, [])
  })

  it('refuses a provider without an id or a secret, or at an unsafe place', () => {
    for (const wrong of [
      { clientId: '' },
      { clientSecret: ' ' },
      { issuer: 'http://login.example' },
      { issuer: 'login.example' },
      { issuer: 'https://login.example?a=b' },
      { parameters: { redirect_uri: 'https://evil.example' } },
    ]) {
      assert.throws(
        () => openId({ issuer: 'https://login.example', ...client, ...wrong }),
        { code: 'E_OAUTH' },
        JSON.stringify(wrong),
      )
    }
  })
})

const unavailable = 'Main cannot be reached at the moment. Try again later.'

function asJson(response: Parameters<Fault>[1]): Parameters<Fault>[1] {
  return response.writeHead(200, { 'content-type': 'application/json' })
}

function messageOf(text: string): string {
  return (JSON.parse(text) as { message: string }).message
}

function countAsked({ asked }: IdentityProvider, path: string): number {
  return asked.filter((each) => each === path).length
}

/** Nothing that a provider does is an unexpected error, and nothing it says reaches a log as it is. */
function assertQuiet({ lines }: ServedOAuth): void {
  assert.deepEqual(
    lines.filter((line) => line.includes('"level":50') || line.includes('Traceback')),
    [],
  )
}
