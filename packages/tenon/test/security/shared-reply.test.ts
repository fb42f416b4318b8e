import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { Middleware } from '../../src/index.ts'
import { flash, share } from '../../src/pages.ts'
import { page } from '../../src/pages/pages/page.ts'
import { back, redirect } from '../../src/web/http/redirect.ts'
import { noContent, html, json } from '../../src/web/http/replies.ts'
import { get, group, post } from '../../src/web/routing/route.ts'
import { routes } from '../../src/web/routing/route-list.ts'
import { startApplication } from './start-application.ts'

/*
 * A reply stored in a module is returned for every request: what is added for one user must not
 * reach another.
 */

const home = page('Home', { news: [{ title: 'Open' }] })
const data = json({ public: true })
const nothing = noContent()
const document = html('<p>public</p>')
const toHome = redirect('/home')
const goBack = back('/home')

/** Adds data to every response that only the named user may see. */
const addOwn: Middleware = async (request, next) => {
  const user = request.query.get('user') ?? ''
  share(request, { user })
  const reply = await next()
  await setTimeout(user === 'alice' ? 5 : 0) // time: the first takes longest
  if (user === '') return reply
  return reply
    .header('x-user', user)
    .append('link', `</${user}>; rel=me`)
    .cookie('session', user)
    .vary('Cookie')
}

/** Keeps the replies of the inner layers. */
function keepReply(): Middleware {
  const kept = new Map<string, unknown>()
  return async (request, next) => {
    const reply = kept.get(request.path()) ?? (await next())
    kept.set(request.path(), reply)
    return reply
  }
}

/** The same without awaiting them. */
function keepPromise(): Middleware {
  const kept = new Map<string, unknown>()
  return (request, next) => {
    const reply = kept.get(request.path()) ?? next()
    kept.set(request.path(), reply)
    return reply
  }
}

const create = () => ({
  routes: routes([
    get('/home', () => home),
    get('/data', async () => data),
    get('/nothing', () => nothing),
    get('/document', () => document),
    post('/home', (request) => {
      flash(request, { toast: `Saved by ${request.query.get('user')}` })
      return toHome
    }),
    post('/back', (request) => {
      flash(request, { toast: `Saved by ${request.query.get('user')}` })
      return goBack
    }),
    post('/nothing', (request) => {
      flash(request, { toast: `Saved by ${request.query.get('user')}` })
      return nothing
    }),
    group('/kept', [get('/reply', async () => 'public'), get('/page', () => home)]).middleware(
      keepReply(),
    ),
    group('/promised', [
      get('/reply', async () => 'public'),
      get('/page', async () => home),
      get('/sync', () => data),
    ]).middleware(keepPromise()),
  ]),
  middleware: [addOwn],
})

const paths = [
  '/home',
  '/data',
  '/nothing',
  '/document',
  '/kept/reply',
  '/kept/page',
  '/promised/reply',
  '/promised/page',
  '/promised/sync',
].flatMap((path) => [
  { method: 'GET', path, headers: {} },
  { method: 'GET', path, headers: { 'X-Inertia': 'true' } },
  { method: 'GET', path, headers: { Accept: 'application/json' } },
])
const forms = ['/home', '/back', '/nothing'].flatMap((path) => [
  { method: 'POST', path, headers: {} },
  { method: 'POST', path, headers: { 'X-Inertia': 'true' } },
])

describe('a reply that is returned for several requests', () => {
  for (const { method, path, headers } of [...paths, ...forms]) {
    const kind = Object.keys(headers)[0] ?? 'a browser'
    it(`of ${method} ${path} for ${kind} contains nothing added for another user`, async () => {
      await using app = await startApplication(create(), { APP_KEY: 'a key for tests' })
      const send = async (user: string) => {
        const answer = await app.send({ method, path: `${path}?user=${user}`, headers })
        return answer.head + decodeFlash(answer.head) + answer.body
      }

      const [alice, bob] = await Promise.all([send('alice'), send('bob')])
      const later = await send('carol')
      const nobody = await app.send({ method: 'GET', path: '/home' })

      assert.doesNotMatch(alice, /bob|carol/)
      assert.doesNotMatch(bob, /alice|carol/)
      assert.doesNotMatch(later, /alice|bob/)
      assert.match(later, /x-user: carol/)
      assert.equal(later.match(/session=/g)?.length, 1)
      assert.doesNotMatch(nobody.head + nobody.body, /alice|bob|carol/)
    })
  }
})

/** Decodes the signed cookies of a response. */
function decodeFlash(head: string): string {
  const cookies = [...head.matchAll(/tenon_carry\w*=([\w-]+)\./g)]
  return cookies.map(([, content]) => Buffer.from(content ?? '', 'base64url').toString()).join()
}
