import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Conflict, NotFound } from '../../src/errors.ts'
import {
  application,
  get,
  group,
  post,
  redirect,
  routes,
  text,
  type HttpRequest,
} from '../../src/index.ts'
import { session, type SessionOptions } from '../../src/session.ts'
import { testApp } from '../../src/testing.ts'
import { MemorySessions } from './memory-sessions.ts'

const addVisit = async (request: HttpRequest) => {
  const current = await session(request)
  const visits = Number(current.get('visits') ?? 0) + 1
  current.set('visits', visits)
  return String(visits)
}

const web = routes([
  get('/untouched', () => 'untouched'),
  get('/read', async (request) => JSON.stringify((await session(request)).all())),
  get('/visit', addVisit),
  get('/missing', async (request) => {
    await session(request)
    throw new NotFound()
  }),
  get('/away', async (request) => {
    await session(request)
    return redirect('/read')
  }),
  get('/public', async (request) => {
    await session(request)
    return text('for all').header('cache-control', 'public, max-age=60')
  }),
  group('/account', [
    post('/login', async (request) => {
      const current = await session(request)
      current.regenerate()
      current.set('user', 7)
      return 'in'
    }),
    post('/logout', async (request) => {
      ;(await session(request)).destroy()
      return 'out'
    }),
    post('/switch', async (request) => {
      const current = await session(request)
      current.destroy()
      current.set('user', 8)
      return 'switched'
    }),
    post('/refused', async (request) => {
      ;(await session(request)).set('attempts', 1)
      throw new Conflict()
    }),
    post('/unfit', async (request) => {
      ;(await session(request)).set('socket', () => {})
      return 'kept'
    }),
  ]),
])

for (const store of ['cookie', 'database', 'store', new MemorySessions()] as const) {
  const name = typeof store === 'string' ? `"${store}"` : 'of the application'
  describe(`sessions with the store ${name}`, () => {
    const open = (options: SessionOptions = {}) =>
      testApp({
        application: application({
          root: import.meta.dirname,
          routes: web,
          session: { store, ...options },
        }),
      })

    it('keep values from one request to the next, for each browser its own', async () => {
      await using app = await open()
      const other = app.as('browser')

      await app.get('/visit')

      assert.equal((await app.get('/visit')).text, '2')
      assert.equal((await other.get('/visit')).text, '1')
    })

    it('set no cookie for a request that does not use them, or only reads', async () => {
      await using app = await open()

      const untouched = await app.get('/untouched')
      const read = await app.get('/read')

      assert.deepEqual([untouched.cookies, read.cookies], [[], []])
    })

    it('are out of reach for scripts and other sites, and for shared caches', async () => {
      await using app = await open()

      const response = await app.get('/visit')

      assert.match(
        response.cookies[0] ?? '',
        /^session=[\w.-]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
      )
      assert.equal(response.headers.get('cache-control'), 'private')
    })

    it('make every answer private for which they were read, unless it says what caches may do', async () => {
      await using app = await open()
      const paths = ['/untouched', '/read', '/missing', '/away', '/public']

      const answers = await Promise.all(paths.map((path) => app.as('json').get(path)))

      assert.deepEqual(
        answers.map(({ status, headers }) => [status, headers.get('cache-control')]),
        [
          [200, undefined],
          [200, 'private'],
          [404, 'private'],
          [302, 'private'],
          [200, 'public, max-age=60'],
        ],
      )
    })

    it('get another id when rights grow, and keep their values', async () => {
      await using app = await open()
      const before = (await app.get('/visit')).cookies[0]

      const after = (await app.post('/account/login')).cookies[0]

      assert.notEqual(after, before)
      assert.deepEqual((await app.get('/read')).json(), { visits: 1, user: 7 })
    })

    it('end, and the browser forgets them', async () => {
      await using app = await open()
      await app.post('/account/login')

      const response = await app.post('/account/logout')

      assert.match(response.cookies[0] ?? '', /^session=; .*Expires=Thu, 01 Jan 1970/)
      assert.deepEqual((await app.get('/read')).json(), {})
    })

    it('begin again after they were ended in the same request, with nothing of before', async () => {
      await using app = await open()
      await app.get('/visit')

      await app.post('/account/switch')

      assert.deepEqual((await app.get('/read')).json(), { user: 8 })
    })

    it('are stored when the request is answered with an error', async () => {
      await using app = await open()

      const response = await app.post('/account/refused')

      assert.equal(response.status, 409)
      assert.deepEqual((await app.get('/read')).json(), { attempts: 1 })
    })

    if (typeof store === 'string') {
      it('answer 500 for a value that could not be read back', async () => {
        await using app = await open()

        assert.equal((await app.post('/account/unfit')).status, 500)
      })
    }

    it('do not read a cookie that somebody made up', async () => {
      await using app = await open()

      const response = await app.get('/read', { headers: { cookie: 'session=made-up' } })

      assert.deepEqual(response.json(), {})
    })
  })
}

describe('application({ session })', () => {
  it('refuses a malformed duration at boot', async () => {
    const broken = application({
      root: import.meta.dirname,
      routes: web,
      session: { idle: '2 hours' as never },
    })

    await assert.rejects(testApp({ application: broken }), { code: 'E_DURATION' })
  })
})
