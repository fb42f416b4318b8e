import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { Unauthorized } from '../../src/base/support/http-error.ts'
import { file } from '../../src/web/http/file.ts'
import { back } from '../../src/web/http/redirect.ts'
import { json, text } from '../../src/web/http/replies.ts'
import type { HttpRequest } from '../../src/web/http/request.ts'
import { page } from '../../src/pages/pages/page.ts'
import { get } from '../../src/web/routing/route.ts'
import { routes } from '../../src/web/routing/route-list.ts'
import { RawConnection } from '../server/raw-connection.ts'
import { startApplication } from './start-application.ts'

const value = (request: HttpRequest) => request.query.get('value') ?? ''

const list = routes([
  get('/header', (request) => json(null).header('x-name', value(request))),
  get('/name', (request) => json(null).header(value(request), 'a')),
  get('/cookie', (request) => json(null).cookie('name', value(request))),
  get('/path', (request) => json(null).cookie('name', 'a', { path: value(request) })),
  get('/length', () =>
    text('four').header('content-length', '9').header('transfer-encoding', 'chunked'),
  ),
  get('/back', (request) => back(value(request))),
  get('/download', () => file(import.meta.filename, { download: 'cut \ud83d.txt' })),
  get('/page', () => page('Home', { name: '</script><script>alert(1)</script>' })),
  get('/thrown', () => Promise.reject(new Unauthorized())),
  get('/answered', () => 'not reached').middleware(() => json({ message: 'No' }).status(401)),
  get('/web', () => new Response('No', { status: 401 })),
  get('/own', () => json(null).status(401).header('WWW-Authenticate', 'Token')),
  get('/error', () => Promise.reject(new Error('the password is hunter2'))),
])

describe('a reply', () => {
  it('contains no header or cookie injected through a request value', async () => {
    await using app = await startApplication({ routes: list })
    const smuggled = [
      '%0d%0aset-cookie:%20evil=1',
      '%0aset-cookie:%20evil=1',
      'a%0d%0a%0d%0abody',
      'a%00',
      '%e2%80%a8',
      '%c4%8d%c4%8a',
    ]

    for (const path of ['/header', '/name', '/cookie', '/path']) {
      for (const sent of smuggled) {
        const { status, head, body } = await app.send({ path: `${path}?value=${sent}` })
        assert.ok(status === 200 || status === 500, `${path} ${sent}: ${status}`)
        assert.doesNotMatch(head, /\r\nset-cookie: evil|\r\n\r\n./, `${path} ${sent}`)
        assert.doesNotMatch(head, /[^\r]\n|\r[^\n]/, `${path} ${sent}`)
        assert.ok(status === 500 || body === 'null', `${path} ${sent}`)
      }
    }
  })

  it('contains nothing injected on a keep-alive connection either', async () => {
    await using app = await startApplication({ routes: list })
    using connection = await RawConnection.open(app.port)
    const paths = ['/header', '/name', '/cookie', '/path'].flatMap((path) =>
      ['a%0d%0aset-cookie:%20evil=1', 'a%0aset-cookie:%20evil=1', 'a%00'].map(
        (sent) => `${path}?value=${sent}`,
      ),
    )

    for (const path of paths) connection.send(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    connection.send('GET /length HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
    const received = await connection.end()

    assert.equal(received.match(/HTTP\/1\.1 \d{3} /g)?.length, paths.length + 1)
    assert.doesNotMatch(received, /\nset-cookie: evil|[\0]/)
  })

  it('does not redirect to another site, even if the target comes from the request', async () => {
    await using app = await startApplication({ routes: list })
    const send = (path: string) => app.send({ path: `/back?value=${encodeURIComponent(path)}` })

    assert.match((await send('/todos')).head, /\r\nlocation: \/todos\r\n/)
    for (const path of ['https://evil.example', '//evil.example', '/\\evil.example', '']) {
      const { status, head } = await send(path)
      assert.equal(status, 500, path)
      assert.doesNotMatch(head, /\r\nlocation:/, path)
    }
  })

  it('names a scheme with every 401, the one of the application if there is one', async () => {
    await using app = await startApplication({ routes: list })
    const named: (string | undefined)[] = []

    for (const path of ['/thrown', '/answered', '/web', '/own', '/length']) {
      const { head } = await app.send({ path })
      named.push(/\r\nwww-authenticate: (.*)\r\n/i.exec(head)?.[1])
    }

    assert.deepEqual(named, ['Cookie', 'Cookie', 'Cookie', 'Token', undefined])
  })

  it('offers a file under a name that is not well-formed', async () => {
    await using app = await startApplication({ routes: list })

    const { status, head } = await app.send({ path: '/download' })

    assert.equal(status, 200)
    assert.match(head, /filename="cut _\.txt"; filename\*=UTF-8''cut%20%EF%BF%BD\.txt/)
  })

  it('has the length of its body, whatever the handler declares', async () => {
    await using app = await startApplication({ routes: list })

    const { head, body } = await app.send({ path: '/length' })

    assert.equal(body, 'four')
    assert.match(head, /\r\ncontent-length: 4\r\n/)
    assert.doesNotMatch(head, /content-length: 9|transfer-encoding/)
  })

  it('reveals nothing about an unexpected error except the request’s id', async () => {
    await using app = await startApplication(
      { routes: list },
      {
        APP_ENV: 'production',
        SERVER_HOST: 'a',
        SERVER_PORT: '0',
        DATABASE_URL: 'sqlite::memory:',
      },
    )

    for (const accept of ['text/html', 'application/json', '*/*']) {
      const headers = { Accept: accept, 'X-Request-Id': 'request-0001' }
      const { status, head, body } = await app.send({ path: '/error', headers })
      assert.equal(status, 500, accept)
      assert.match(head, /\r\nx-request-id: request-0001\r\n/, accept)
      assert.match(body, /request-0001/, accept)
      assert.doesNotMatch(head + body, /hunter2|replies\.test|node_modules/, accept)
    }
  })
})

describe('a page', () => {
  it('is not stored by shared caches or sent to the other kind of client', async () => {
    await using app = await startApplication({ routes: list })
    const kinds = [{}, { 'X-Inertia': 'true' }, { Accept: 'application/json' }]

    const answers = await Promise.all(kinds.map((headers) => app.send({ path: '/page', headers })))

    for (const { head } of answers) {
      assert.match(head, /^HTTP\/1\.1 200 /)
      assert.match(head, /\r\ncache-control: private, no-cache\r\n/)
      assert.match(head, /\r\nvary: [^\r]*X-Inertia/i)
    }
    assert.match(answers[2]?.head ?? '', /\r\nvary: [^\r]*Accept/i)
  })

  it('cannot be broken out of by its props', async () => {
    await using app = await startApplication({ routes: list })

    const { body } = await app.send({ path: '/page', headers: { Accept: 'text/html' } })

    assert.ok(!body.includes('<script>alert'))
  })
})
