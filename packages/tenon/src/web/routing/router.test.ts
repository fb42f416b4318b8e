import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createRequest } from '../../test/support/create-request.ts'
import type { Reply } from '../http/reply.ts'
import { HttpError, NotFound } from '../support/http-error.ts'
import type { Middleware } from './handler.ts'
import { fallback, get, group, post, put } from './route.ts'
import { routes, type RouteList } from './route-list.ts'
import { createRouter } from './router.ts'
import type { Entry } from './types/entry.ts'

async function send(
  list: RouteList<Entry>,
  line: string,
  global: Middleware[] = [],
): Promise<Reply> {
  const [method = '', target = ''] = line.split(' ')
  return createRouter(list, { middleware: global }).dispatch(createRequest({ method, target }))
}

const todos = routes([
  group('/todos', [
    get('/', () => 'all'),
    post('/', () => 'made'),
    get('/{id}', (request) => request.param('id')),
  ]),
  post('/only', () => 'posted'),
])

describe('createRouter', () => {
  it('answers a route by method and path', async () => {
    assert.equal((await send(todos, 'GET /todos')).body, 'all')
    assert.equal((await send(todos, 'POST /todos')).body, 'made')
    assert.equal((await send(todos, 'GET /todos/7?x=1')).body, '7')
  })

  it('answers HEAD from GET', async () => {
    assert.equal((await send(todos, 'HEAD /todos')).body, 'all')
  })

  it('answers a plain 404 when nothing matches', async () => {
    const reply = await send(todos, 'GET /nothing')

    assert.equal(reply.statusCode, 404)
    assert.equal(reply.contentType, 'text/plain; charset=utf-8')
    assert.equal(reply.body, '404 Not Found')
  })

  it('answers 405 with Allow for a known path, also beside a fallback', async () => {
    const list = routes([get('/a', () => ''), put('/a', () => ''), fallback(() => 'fallback')])

    const reply = await send(list, 'DELETE /a')

    assert.equal(reply.statusCode, 405)
    assert.equal(reply.getHeader('allow'), 'GET, HEAD, PUT, OPTIONS')
  })

  it('answers OPTIONS with 204 and Allow', async () => {
    const reply = await send(todos, 'OPTIONS /only')

    assert.equal(reply.statusCode, 204)
    assert.equal(reply.getHeader('allow'), 'POST, OPTIONS')
  })

  it('redirects a trailing slash of GET and HEAD, the query kept', async () => {
    const reply = await send(todos, 'GET /todos/?page=2&x=/')

    assert.equal(reply.statusCode, 308)
    assert.equal(reply.getHeader('location'), '/todos?page=2&x=/')
    assert.equal((await send(todos, 'HEAD /todos/')).statusCode, 308)
  })

  it('takes the route directly for other methods with a trailing slash', async () => {
    assert.equal((await send(todos, 'POST /todos/')).body, 'made')
    assert.equal((await send(todos, 'GET /only/')).statusCode, 405)
  })

  it('never redirects to another origin and never folds slashes', async () => {
    const list = routes([get('/{any}', () => ''), get('/w/{rest*}', () => '')])

    assert.equal((await send(list, 'GET //evil.example/')).statusCode, 404)
    assert.equal((await send(list, 'GET /\\evil.example/')).statusCode, 404)
    assert.equal((await send(todos, 'GET /todos//')).statusCode, 404)
  })

  it('runs global middleware, then outer groups, inner groups, the route', async () => {
    const order: string[] = []
    const note =
      (name: string): Middleware =>
      (_request, next) => {
        order.push(name)
        return next()
      }
    const list = routes([
      group('/a', [
        group('/b', [
          get('/', () => 'done')
            .middleware(note('route'))
            .middleware(note('last')),
        ]).middleware(note('inner')),
      ])
        .middleware(note('outer'))
        .middleware(note('outer 2')),
    ])

    const reply = await send(list, 'GET /a/b', [note('global')])

    assert.equal(reply.body, 'done')
    assert.deepEqual(order, ['global', 'outer', 'outer 2', 'inner', 'route', 'last'])
  })

  it('runs global middleware around a 404 and the middleware of a fallback around it', async () => {
    const mark: Middleware = async (_request, next) => (await next()).header('x-mark', 'yes')
    const list = routes([fallback((request) => request.path()).middleware(mark)])

    assert.equal((await send(todos, 'GET /none', [mark])).getHeader('x-mark'), 'yes')
    assert.equal((await send(list, 'GET /none')).getHeader('x-mark'), 'yes')
    assert.equal((await send(list, 'GET /none')).body, '/none')
  })

  it('hands an error to middleware as a reply that carries it', async () => {
    const seen: unknown[] = []
    const watch: Middleware = async (_request, next) => {
      const reply = await next()
      seen.push(reply.error)
      return reply
    }
    const failure = new NotFound()
    const list = routes([
      get('/sync', () => {
        throw failure
      }).middleware(watch),
      get('/async', () => Promise.reject(failure)).middleware(watch),
    ])

    assert.equal((await send(list, 'GET /sync')).statusCode, 404)
    assert.equal((await send(list, 'GET /async')).statusCode, 404)
    assert.deepEqual(seen, [failure, failure])
  })

  it('stays synchronous when handler and middleware are', () => {
    const list = routes([get('/', () => 'now').middleware((_request, next) => next())])

    const reply = createRouter(list).dispatch(createRequest('/'))

    assert.equal('body' in reply && reply.body, 'now')
  })

  it('never lets next() reject, also for an error whose headers cannot be sent', async () => {
    const seen: unknown[] = []
    const look: Middleware = async (_request, next) => {
      const reply = await next()
      seen.push(reply.statusCode, Object(reply.error).code)
      return reply
    }
    const fail = async () => {
      throw new HttpError(400, 'No', { headers: { 'x-name': 'a\nb' } })
    }

    await send(routes([get('/', fail)]), 'GET /', [look])

    assert.deepEqual(seen, [500, 'E_HEADER_VALUE'])
  })

  it('makes an error of a handler that returns nothing, naming the route', async () => {
    const list = routes([get('/nothing', () => undefined)])

    const reply = await send(list, 'GET /nothing')

    assert.equal(reply.statusCode, 500)
    assert.match(
      String(reply.error),
      /handler of GET \/nothing \(.*router\.test\.ts:\d+:\d+\) returned undefined/,
    )
  })
})

describe('routes', () => {
  it('names both places of a duplicate route', () => {
    assert.throws(
      () => routes([get('/a/{x}', () => ''), group('/a', [get('/:y', () => '')])]),
      /GET \/a\/\{y\} is declared twice: at .*router\.test\.ts:\d+:\d+ .* and at .*router\.test\.ts:\d+/,
    )
  })

  it('names both places of a duplicate name', () => {
    assert.throws(
      () => routes([get('/a', () => '').name('x'), get('/b', () => '').name('x')]),
      /"x" is declared twice: at .*router\.test\.ts.*GET \/a.*router\.test\.ts.*GET \/b/,
    )
  })

  it('refuses a handler or middleware that is no function', () => {
    const missing = undefined as never

    const expected = /GET \/a \(.*router\.test\.ts:\d+:\d+\) is undefined\./
    assert.throws(() => routes([get('/a', missing)]), { code: 'E_ROUTE_FUNCTION' })
    assert.throws(() => routes([get('/a', missing)]), expected)
    assert.throws(() => routes([group('/a', [get('/', () => '')]).middleware(missing)]), expected)
    assert.throws(() => routes([fallback(missing)]), /The handler of the fallback/)
  })

  it('refuses a form page that is no GET route with parameters that the route has', () => {
    const page = get('/users/{user}/edit', () => '').name('users.edit')
    const form = (path: '/users/{user}' | '/users') => post(path, () => '').formPage('users.edit')

    assert.doesNotThrow(() => routes([page, form('/users/{user}')]))
    assert.throws(() => routes([page, form('/users')]), { code: 'E_FORM_PAGE' })
    assert.throws(() => routes([form('/users/{user}')]), { code: 'E_FORM_PAGE' })
    const other = post('/users/{user}/edit', () => '').name('users.edit')
    assert.throws(() => routes([other, form('/users/{user}')]), { code: 'E_FORM_PAGE' })
  })

  it('refuses a parameter that a group and its route both have', () => {
    const twice = group('/{a}', [get('/:a', () => '')])
    // @ts-expect-error -- the compiler says so as well
    assert.throws(() => routes([twice]), { code: 'E_PATH_PARAMETER_TWICE' })
  })

  it('refuses paths outside the grammar', () => {
    for (const path of [
      'a',
      '/a{b}',
      '/{a}b',
      '/{}',
      '/a?b',
      '/a b',
      '/..',
      '/{a*}/b',
      '/%41',
      '/{a-b}',
    ]) {
      assert.throws(
        () => routes([group('/', [get<string>(path, () => '')])]),
        { code: 'E_PATH' },
        path,
      )
    }
  })

  it('refuses a second fallback and one inside a group', () => {
    assert.throws(() => routes([fallback(() => ''), fallback(() => '')]), {
      code: 'E_FALLBACK_TAKEN',
    })
    assert.throws(() => routes([group('/a', [fallback(() => '')])]), {
      code: 'E_FALLBACK_IN_GROUP',
    })
  })
})
