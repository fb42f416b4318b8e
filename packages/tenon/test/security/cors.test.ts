import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cors, type CorsOptions } from '../../src/application/kernel/origins/cors.ts'
import { NotFound } from '../../src/base/support/http-error.ts'
import { json, stream, text } from '../../src/web/http/replies.ts'
import type { Middleware } from '../../src/web/routing/handler.ts'
import { any, fallback, get, group, post } from '../../src/web/routing/route.ts'
import { routes } from '../../src/web/routing/route-list.ts'
import { type Answer, type StartedApplication, startApplication } from './start-application.ts'

const SHOP = 'https://shop.example'
const EVIL = 'https://evil.example'

async function* lines() {
  yield 'a'
}

/** Fails like middleware that requires a login. */
const closed: Middleware = () => text('no').status(401)

const list = routes([
  group('/api', [
    get('/prices', () => json({ hammer: 12 }).header('etag', '"1"')),
    post('/orders', () => json({ order: 1 })),
    get('/gone', () => {
      throw new NotFound()
    }),
    get('/broken', () => {
      throw new Error('broken')
    }),
    get('/lines', () => stream(lines())),
    any('/any', () => text('handler ran')),
    get('/closed', () => text('')).middleware(closed),
  ]).allowCrossOrigin(),
  get('/page', () => text('page')),
  post('/page', () => text('page')),
  fallback(() => text('nothing').status(404)),
])

function start(options: CorsOptions): Promise<StartedApplication> {
  return startApplication({ routes: list, middleware: [cors(options)] })
}

/** The headers about other origins, by name without `access-control-`. */
function told({ head }: Answer): Record<string, string> {
  const found = head.matchAll(/^(access-control-|vary)([\w-]*): (.*)\r$/gim)
  return Object.fromEntries(
    Array.from(found, ([, start = '', name = '', value = '']) => [
      start.toLowerCase() === 'vary' ? 'vary' : name.toLowerCase(),
      value,
    ]),
  )
}

const question = {
  Origin: SHOP,
  'Access-Control-Request-Method': 'GET',
  'Access-Control-Request-Headers': 'authorization,if-none-match',
}

describe('cors()', () => {
  it('answers the question of a browser, without the handler and its login', async () => {
    await using app = await start({ origins: [SHOP], maxAge: '1h' })
    const expected = {
      'allow-origin': SHOP,
      'allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      'allow-headers': 'authorization,if-none-match',
      'max-age': '3600',
      vary: 'Access-Control-Request-Headers, Origin',
    }

    for (const path of ['/api/prices', '/api/any', '/api/closed', '/nothing']) {
      const answer = await app.send({ method: 'OPTIONS', path, headers: question })
      assert.deepEqual([answer.status, answer.body, told(answer)], [204, '', expected], path)
    }
  })

  it('allows nothing to other origins, and tells caches so', async () => {
    await using app = await start({ origins: [SHOP] })

    for (const origin of [
      EVIL,
      'null',
      'https://shop.example.evil.example',
      'https://SHOP.example',
      '',
    ]) {
      const headers = { ...question, Origin: origin }
      const asked = await app.send({ method: 'OPTIONS', path: '/api/prices', headers })
      const got = await app.send({ path: '/api/prices', headers: { Origin: origin } })
      const vary = told(asked)['vary']
      assert.deepEqual(told(asked), { vary }, `OPTIONS for ${origin}`)
      assert.deepEqual(told(got), { vary: 'Origin' }, `GET for ${origin}`)
    }
    assert.deepEqual(told(await app.send({ path: '/api/prices' })), { vary: 'Origin' })
  })

  it('lets pages read answers, errors and streams with their headers', async () => {
    await using app = await start({ origins: [SHOP], exposes: ['x-total'] })
    const paths = [
      '/api/prices',
      '/api/gone',
      '/api/broken',
      '/api/lines',
      '/api/closed',
      '/nothing',
    ]
    const statuses: number[] = []

    for (const path of paths) {
      const answer = await app.send({ path, headers: { Origin: SHOP } })
      statuses.push(answer.status)
      assert.equal(told(answer)['allow-origin'], SHOP, path)
      assert.match(
        told(answer)['expose-headers'] ?? '',
        /etag.*location.*ratelimit.*retry-after.*x-request-id, x-total$/,
        path,
      )
    }
    const refused = await app.send({
      method: 'PUT',
      path: '/api/prices',
      headers: { Origin: SHOP },
    })

    assert.deepEqual(statuses, [200, 404, 500, 200, 401, 404])
    assert.deepEqual([refused.status, told(refused)['allow-origin']], [405, SHOP])
  })

  it('has its headers on errors in the format of the application', async () => {
    await using app = await startApplication({
      routes: list,
      middleware: [cors({ origins: [SHOP] })],
      renderError: (_request, error) => json({ own: error.status }),
    })

    const answer = await app.send({ path: '/api/gone', headers: { Origin: SHOP } })

    assert.deepEqual([answer.body, told(answer)['allow-origin']], ['{"own":404}', SHOP])
  })

  it('leaves paths alone that are not below its own', async () => {
    await using app = await start({ origins: [SHOP], below: '/api' })

    const outside = ['/page', '/apis', '/nothing']
    for (const path of outside) {
      assert.deepEqual(told(await app.send({ path, headers: { Origin: SHOP } })), {}, path)
    }
    assert.equal(
      told(await app.send({ path: '/api/none', headers: { Origin: SHOP } }))['allow-origin'],
      SHOP,
    )
  })

  it('knows its paths however they are encoded, as the routes do', async () => {
    await using app = await start({ origins: [SHOP], below: ['/api', '/größe'], credentials: true })
    const forge = (path: string) =>
      app.send({ method: 'POST', path, headers: { Origin: EVIL, Cookie: 'session=1' } })

    const forged = [await forge('/api/orders'), await forge('/%61pi/orders')]
    const umlaut = await app.send({ path: '/gr%C3%B6%C3%9Fe', headers: { Origin: SHOP } })
    const malformed = await app.send({ path: '/api/%zz', headers: { Origin: SHOP } })

    assert.deepEqual(
      forged.map(({ status }) => status),
      [403, 403],
    )
    assert.equal(told(umlaut)['allow-origin'], SHOP)
    assert.deepEqual([malformed.status, told(malformed)['allow-origin']], [400, SHOP])
  })

  it('answers all origins alike, so that caches keep one answer', async () => {
    await using app = await start({ origins: '*' })

    const answer = told(await app.send({ path: '/api/prices', headers: { Origin: EVIL } }))

    assert.deepEqual(
      [answer['allow-origin'], answer['vary'], answer['allow-credentials']],
      ['*', undefined, undefined],
    )
  })

  it('asks a function about each origin', async () => {
    await using app = await start({ origins: (origin) => origin.endsWith('.shop.example') })
    const of = async (origin: string) =>
      told(await app.send({ path: '/api/prices', headers: { Origin: origin } }))['allow-origin']

    assert.deepEqual(
      [await of('https://a.shop.example'), await of(EVIL)],
      ['https://a.shop.example', undefined],
    )
  })

  it('asks the function about origins only, and not about what else a client sends', async () => {
    const origins = (origin: string) => new URL(origin).hostname !== 'evil.example'
    await using app = await start({ origins, credentials: true })
    const got = (origin: string) => app.send({ path: '/api/prices', headers: { Origin: origin } })
    const headers = { 'Sec-Fetch-Site': 'cross-site', Cookie: 'session=1' }

    const others = [await got('null'), await got(''), await got('shop.example')]
    const forged = await app.send({ method: 'POST', path: '/api/orders', headers })

    assert.deepEqual(
      others.map((answer) => [answer.status, told(answer)]),
      others.map(() => [200, { vary: 'Origin' }]),
    )
    assert.equal(forged.status, 403)
    assert.equal(told(await got(SHOP))['allow-origin'], SHOP)
  })

  it('does not allow headers that are no names', async () => {
    await using app = await start({ origins: [SHOP] })

    for (const asked of ['a\tb', 'x, "y"', 'é', Array(200).fill('x').join(',')]) {
      const headers = { ...question, 'Access-Control-Request-Headers': asked }
      const answer = await app.send({ method: 'OPTIONS', path: '/api/prices', headers })
      assert.equal(told(answer)['allow-headers'], undefined, asked)
    }
  })

  it('does not let other origins send unsafe methods: a route says so', async () => {
    await using app = await start({ origins: [SHOP] })
    const send = async (path: string) =>
      await app.send({
        method: 'POST',
        path,
        headers: { Origin: SHOP, 'Sec-Fetch-Site': 'cross-site' },
      })

    const [open, page] = [await send('/api/orders'), await send('/page')]

    assert.deepEqual([open.status, page.status], [200, 403])
    assert.equal(told(page)['allow-origin'], SHOP)
  })

  it('with cookies, refuses unsafe methods of all origins but those listed', async () => {
    await using app = await start({ origins: [SHOP], credentials: true })
    const send = async (headers: Record<string, string>) =>
      await app.send({
        method: 'POST',
        path: '/api/orders',
        headers: { Cookie: 'session=1', ...headers },
      })
    const answers = [
      await send({ Origin: SHOP, 'Sec-Fetch-Site': 'cross-site' }),
      await send({ Origin: EVIL, 'Sec-Fetch-Site': 'cross-site' }),
      await send({ Origin: 'https://other.localhost', 'Sec-Fetch-Site': 'same-site' }),
      await send({ 'Sec-Fetch-Site': 'cross-site' }),
      await send({ 'Sec-Fetch-Site': 'same-origin', Origin: 'http://localhost' }),
      await send({}),
    ]

    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 403, 403, 403, 200, 200],
    )
    assert.equal(told(await send({ Origin: SHOP }))['allow-credentials'], 'true')
  })
})
