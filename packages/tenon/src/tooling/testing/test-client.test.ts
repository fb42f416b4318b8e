import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { application } from '../../application/application/application.ts'
import { get, post } from '../../web/routing/route.ts'
import { routes } from '../../web/routing/route-list.ts'
import { redirect } from '../../web/http/redirect.ts'
import { text } from '../../web/http/replies.ts'
import { testApp } from './test-app.ts'

const web = routes([
  post('/bytes', async (request) => ({
    type: request.header('content-type') ?? null,
    body: await request.text(),
  })),
  post('/file', async (request) => {
    const sent = await request.file('photo')
    return { name: sent?.name, type: sent?.type, size: sent?.sizeBytes }
  }),
  get('/login', () => text('in').cookie('session', 's1')),
  get('/session', (request) => request.cookie('session') ?? 'none'),
  get('/web-login', () => new Response('in', { headers: { 'set-cookie': 'session=s2; Path=/' } })),
  get('/logout', () => text('out').clearCookie('session')),
  get('/header', (request) => request.header('x-name') ?? 'none'),
  get('/links', () => text('').append('link', '<a>').append('link', '<b>')),
  get('/members', () => redirect('/login')),
  get('/broken', () => {
    throw new TypeError('No such thing')
  }),
])
const open = () => testApp({ application: application({ root: import.meta.dirname, routes: web }) })

describe('the body that a test sends', () => {
  it('is a multipart form if it is FormData, files included', async () => {
    await using app = await open()
    const form = new FormData()
    form.set('photo', new File(['four'], 'Grüße.png', { type: 'image/png' }))

    const response = await app.post('/file', form)

    response.assertJson({ name: 'Grüße.png', type: 'image/png', size: 4 })
  })

  it('is sent unchanged if it is text or bytes', async () => {
    await using app = await open()
    const headers = { 'content-type': 'application/json' }

    const written = await app.post('/bytes', '{"a": 1}', { headers })
    const bytes = await app.post('/bytes', new TextEncoder().encode('raw'))

    written.assertJson({ type: 'application/json', body: '{"a": 1}' })
    bytes.assertJson({ type: null, body: 'raw' })
  })
})

describe('headers and cookies', () => {
  it('are sent with every request of a client that was created with them', async () => {
    await using app = await open()
    const client = app.as('json', { headers: { 'x-name': 'held' } })

    const held = await client.as('browser').get('/header')
    const own = await client.get('/header', { headers: { 'X-Name': 'own' } })
    const other = await app.get('/header')

    assert.deepEqual([held.text, own.text, other.text], ['held', 'own', 'none'])
  })

  it('are sent under any spelling of a name, and repeated headers are joined', async () => {
    await using app = await open()

    const header = await app.get('/header', { headers: { 'X-Name': 'a' } })
    const links = await app.get('/links')

    assert.equal(header.text, 'a')
    links.assertHeader('Link', '<a>, <b>')
  })

  it('are kept from a web Response as well, and removed when they expire', async () => {
    await using app = await open()

    const login = await app.get('/web-login')
    const within = await app.get('/session')
    await app.get('/logout')
    const after = await app.get('/session')

    assert.deepEqual(login.cookies, ['session=s2; Path=/'])
    assert.deepEqual([within.text, after.text], ['s2', 'none'])
  })
})

describe('as()', () => {
  it('creates another client with the existing cookies', async () => {
    await using app = await open()
    const page = app.as('page')
    await page.get('/login')

    const [same, onward, other] = await Promise.all([
      page.get('/session'),
      page.as('json').get('/session'),
      app.as('page').get('/session'),
    ])

    assert.deepEqual([same.text, onward.text, other.text], ['s1', 's1', 'none'])
  })
})

describe('a failed assertion', () => {
  it('shows the answer that came instead of a page, JSON or a redirect', async () => {
    await using app = await open()
    const sentOn = await app.get('/members')
    const broken = await app.get('/broken')

    assert.throws(() => sentOn.assertPage('Members'), /is not a page: 302 to \/login/)
    assert.throws(() => sentOn.assertJson({}), /is not a JSON document: 302 to \/login/)
    assert.throws(
      () => broken.assertRedirect('/'),
      /is not a redirect: 500 .*TypeError: No such thing/s,
    )
    assert.throws(() => broken.assertErrors({}), /is not a page: 500 .*TypeError: No such thing/s)
  })
})
