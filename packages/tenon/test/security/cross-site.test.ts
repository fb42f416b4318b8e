import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { json } from '../../src/web/http/replies.ts'
import { back, redirect } from '../../src/web/http/redirect.ts'
import type { HttpRequest } from '../../src/web/http/request.ts'
import { del, get, group, patch, post, put } from '../../src/web/routing/route.ts'
import { routes } from '../../src/web/routing/route-list.ts'
import { startApplication } from './start-application.ts'

const ok = () => json('done')
const everyMethod = {
  routes: routes([get('/', ok), post('/', ok), put('/', ok), patch('/', ok), del('/', ok)]),
}

describe('a request that another site makes a browser send', () => {
  const refused: readonly Record<string, string>[] = [
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://localhost' },
    { 'Sec-Fetch-Site': 'Same-Origin' },
    { 'Sec-Fetch-Site': '' },
    { Origin: 'null' },
    { Origin: 'http://evil.com' },
    { Origin: 'http://localhost.evil.com' },
    { Origin: 'http://localhost:81' },
    { Origin: 'https://localhost' },
    { Origin: 'http://localhost', Host: 'other' },
    { Origin: 'http://evil.com', 'X-Forwarded-Host': 'evil.com' },
  ]
  const allowed: readonly Record<string, string>[] = [
    {},
    { 'Sec-Fetch-Site': 'same-origin' },
    { 'Sec-Fetch-Site': 'same-origin', Origin: 'null' },
    { 'Sec-Fetch-Site': 'none' },
    { Origin: 'http://localhost' },
    { Origin: 'http://localhost:8080', Host: 'localhost:8080' },
  ]

  it('is refused if it would change something', async () => {
    await using app = await startApplication(everyMethod)

    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      for (const headers of refused) {
        const answer = await app.send({ method, headers })
        assert.equal(answer.status, 403, `${method} ${JSON.stringify(headers)}`)
      }
    }
  })

  it('is answered if it only reads, or if it comes from our own page or not from a page', async () => {
    await using app = await startApplication(everyMethod)

    for (const headers of refused)
      assert.equal((await app.send({ headers })).status, 200, JSON.stringify(headers))
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      for (const headers of allowed) {
        const answer = await app.send({ method, headers })
        assert.equal(answer.status, 200, `${method} ${JSON.stringify(headers)}`)
      }
    }
  })

  it('is answered by a route that allows it, and by no other method of its path', async () => {
    const web = routes([post('/', ok).allowCrossOrigin(), put('/', ok)])
    await using app = await startApplication({ routes: web })
    const headers = { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://evil.com' }

    assert.equal((await app.send({ method: 'POST', headers })).status, 200)
    assert.equal((await app.send({ method: 'PUT', headers })).status, 403)
  })

  it('is answered by all routes of a group that allows it, and by none outside', async () => {
    const open = group('/api', [post('/a', ok), group('/b', [put('/', ok)])]).allowCrossOrigin()
    await using app = await startApplication({ routes: routes([open, post('/', ok)]) })
    const headers = { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://evil.com' }

    assert.equal((await app.send({ method: 'POST', path: '/api/a', headers })).status, 200)
    assert.equal((await app.send({ method: 'PUT', path: '/api/b', headers })).status, 200)
    assert.equal((await app.send({ method: 'POST', path: '/', headers })).status, 403)
  })

  it('cannot bypass the check by naming another method in a form', async () => {
    await using app = await startApplication(everyMethod)
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' }

    for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', 'delete']) {
      const headers = { ...type, 'Sec-Fetch-Site': 'cross-site', 'X-HTTP-Method-Override': method }
      const answer = await app.send({ method: 'POST', headers, body: `_method=${method}` })
      assert.equal(answer.status, 403, method)
    }
  })
})

describe('a redirect', () => {
  const application = {
    routes: routes([
      get('/to', ({ query }: HttpRequest) => redirect(query.get('next') ?? '/')),
      get('/back', () => back('/home')),
    ]),
  }
  const outside = [
    'https://evil.com',
    '//evil.com',
    '/\\evil.com',
    '\\\\evil.com',
    '/\t/evil.com',
    '/%0d%0aSet-Cookie:a=b'.replaceAll('%0d%0a', '\r\n'),
    'javascript:alert(1)',
    ' //evil.com',
    'evil.com',
    '',
  ]

  it('does not lead to another site, and carries no injected header', async () => {
    await using app = await startApplication(application)

    for (const target of outside) {
      const answer = await app.send({ path: `/to?next=${encodeURIComponent(target)}` })
      assert.equal(answer.status, 500, target)
      assert.doesNotMatch(answer.head, /\r\nlocation: |\r\nset-cookie: /i, target)
    }
  })

  it('leads back to our own pages only', async () => {
    await using app = await startApplication(application)
    const referers: readonly [referer: string, location: string][] = [
      ['http://localhost/a?b', '/a?b'],
      ['http://evil.com/a', '/home'],
      ['http://localhost@evil.com/a', '/home'],
      ['http://localhost//evil.com', '/home'],
      ['http://localhost/\\evil.com', '/home'],
      ['nonsense', '/home'],
    ]

    for (const [referer, location] of referers) {
      const answer = await app.send({ path: '/back', headers: { Referer: referer } })
      assert.equal(/\r\nlocation: ([^\r]*)\r\n/i.exec(answer.head)?.[1], location, referer)
    }
  })
})

describe('forwarded headers', () => {
  const application = {
    routes: routes([
      get('/', ({ ip, protocol, host }: HttpRequest) => json({ ip, protocol, host })),
    ]),
  }
  const forged = {
    'X-Forwarded-For': '6.6.6.6',
    'X-Forwarded-Proto': 'https',
    'X-Forwarded-Host': 'evil.com',
    'X-Real-IP': '6.6.6.6',
    Forwarded: 'for=6.6.6.6;proto=https;host=evil.com',
  }

  it('of an untrusted client are ignored', async () => {
    for (const trusted of ['', '10.0.0.0/8', '127.0.0.2']) {
      await using app = await startApplication(application, { TRUSTED_PROXIES: trusted })

      const answer = await app.send({ headers: forged })

      const own = { ip: '127.0.0.1', protocol: 'http', host: 'localhost' }
      assert.deepEqual(JSON.parse(answer.body), own, trusted)
      assert.doesNotMatch(answer.head, /strict-transport-security/i, trusted)
    }
  })

  it('of a trusted proxy are read from the right, and only as far as they are valid', async () => {
    await using app = await startApplication(application, {
      TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8',
    })
    const own = { ip: '127.0.0.1', protocol: 'http', host: 'localhost' }
    const cases: readonly [headers: Record<string, string>, read: object][] = [
      [{ 'X-Forwarded-For': '1.1.1.1, 6.6.6.6' }, { ip: '6.6.6.6' }],
      [{ 'X-Forwarded-For': '1.1.1.1, 6.6.6.6, 10.0.0.9' }, { ip: '6.6.6.6' }],
      [{ 'X-Forwarded-For': '6.6.6.6, nonsense, 10.0.0.9' }, { ip: '10.0.0.9' }],
      [{ 'X-Forwarded-For': '' }, {}],
      [{ 'X-Forwarded-For': '6.6.6.6:80' }, { ip: '6.6.6.6' }],
      [{ 'X-Forwarded-For': `${'1.1.1.1,'.repeat(1000)}6.6.6.6` }, { ip: '6.6.6.6' }],
      [{ 'X-Forwarded-Proto': 'https' }, { protocol: 'https' }],
      [{ 'X-Forwarded-Proto': 'https, http' }, {}],
      [{ 'X-Forwarded-Proto': 'javascript' }, {}],
      [{ 'X-Forwarded-Host': 'example.com:8443' }, { host: 'example.com:8443' }],
      [{ 'X-Forwarded-Host': 'example.com/evil' }, {}],
      [{ 'X-Forwarded-Host': 'user@example.com' }, {}],
      [{ Forwarded: 'for=6.6.6.6' }, {}],
    ]

    for (const [headers, read] of cases) {
      const answer = await app.send({ headers })
      assert.deepEqual(
        JSON.parse(answer.body),
        { ...own, ...read },
        JSON.stringify(headers).slice(0, 80),
      )
    }
  })
})
