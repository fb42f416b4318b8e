import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createRequest } from '../../../test/support/create-request.ts'
import type { Reply } from '../http/reply.ts'
import type { HttpRequest } from '../http/request.ts'
import { HttpError, NotFound } from '../../base/support/http-error.ts'
import type { SetupError } from '../../base/support/setup-error.ts'
import type { Middleware } from './handler.ts'
import { any, fallback, get, group, head, options, patch, post, put } from './route.ts'
import { routes, type RouteList } from './route-list.ts'
import { createRouter } from './router.ts'
import type { RouteEntry } from './types/entry.ts'

async function send(
  list: RouteList<RouteEntry>,
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

  it('refuses a parameter that no route has, and gives none that only other routes have', async () => {
    const list = routes([
      get('/users/{user}', (request) => request.param('usr')),
      get('/teams/{team}', (request) => [request.param('user') ?? 'none']),
      get('/about', (request) => request.param('usr')),
    ])
    let seen: string | undefined = 'not asked'
    const global: Middleware = (request, next) => {
      seen = request.param('team')
      return next()
    }

    const misspelt = await send(list, 'GET /users/7')
    const other = await send(list, 'GET /teams/7', [global])
    const about = await send(list, 'GET /about')

    assert.equal((misspelt.error as SetupError).code, 'E_PARAMETER_UNKNOWN')
    assert.match(
      String(misspelt.error),
      /No route has a parameter \{usr\}, so request\.param\('usr'\) never has a value\. The parameters of "\/users\/\{user\}": \{user\}\.$/,
    )
    assert.equal(other.body, '["none"]')
    assert.equal(seen, '7')
    assert.match(String(about.error), /The parameters of "\/about": none\.$/)
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

  it('answers 405 with Allow for a known path, even if there is a fallback', async () => {
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

  it('answers OPTIONS and HEAD with routes declared for them', async () => {
    const list = routes([
      get('/a', () => 'get'),
      head('/a', () => 'head'),
      options('/a', () => 'options'),
      head('/only', () => ''),
    ])

    assert.equal((await send(list, 'GET /a')).body, 'get')
    assert.equal((await send(list, 'HEAD /a')).body, 'head')
    assert.equal((await send(list, 'OPTIONS /a')).body, 'options')
    const reply = await send(list, 'GET /only')
    assert.equal(reply.statusCode, 405)
    assert.equal(reply.getHeader('allow'), 'HEAD, OPTIONS')
    assert.equal((await send(list, 'DELETE /a')).getHeader('allow'), 'GET, HEAD, OPTIONS')
  })

  it('uses an any() route for all methods that have no route of their own', async () => {
    const list = routes([
      any('/a/{x}', ({ method }) => method),
      get('/a/{y}', () => 'own'),
      post('/a/b', () => 'fixed'),
    ])

    assert.equal((await send(list, 'GET /a/b')).body, 'own')
    assert.equal((await send(list, 'HEAD /a/b')).body, 'own')
    assert.equal((await send(list, 'POST /a/b')).body, 'fixed')
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      assert.equal((await send(list, `${method} /a/b`)).body, method)
    }
    const reply = await send(list, 'PROPFIND /a/b')
    assert.equal(reply.statusCode, 405)
    assert.equal(reply.getHeader('allow'), 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS')
  })

  it('prefers an any() route with a fixed path to a parameter route for the method', async () => {
    const list = routes([get('/{page}', () => 'page'), any('/hook', () => 'hook')])

    assert.equal((await send(list, 'GET /hook')).body, 'hook')
  })

  it('redirects GET and HEAD with a trailing slash and keeps the query', async () => {
    const reply = await send(todos, 'GET /todos/?page=2&x=/')

    assert.equal(reply.statusCode, 308)
    assert.equal(reply.getHeader('location'), '/todos?page=2&x=/')
    assert.equal((await send(todos, 'HEAD /todos/')).statusCode, 308)
  })

  it('ignores a trailing slash for other methods', async () => {
    assert.equal((await send(todos, 'POST /todos/')).body, 'made')
    assert.equal((await send(todos, 'GET /only/')).statusCode, 405)
  })

  it('never redirects to another origin and never collapses slashes', async () => {
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

  it('throws for several middleware in one call, which would run only the first', () => {
    const login: Middleware = () => 'refused'
    const call = (declared: object): unknown =>
      Reflect.get(declared, 'middleware')((_: unknown, next: () => unknown) => next(), login)

    for (const declared of [get('/', () => ''), group('/a', []), fallback(() => '')]) {
      assert.throws(() => call(declared), { code: 'E_MIDDLEWARE' }, declared.kind)
    }
  })

  it("runs global middleware around a 404, and a fallback's own middleware around the fallback", async () => {
    const mark: Middleware = async (_request, next) => (await next()).header('x-mark', 'yes')
    const list = routes([fallback((request) => request.path()).middleware(mark)])

    assert.equal((await send(todos, 'GET /none', [mark])).getHeader('x-mark'), 'yes')
    assert.equal((await send(list, 'GET /none')).getHeader('x-mark'), 'yes')
    assert.equal((await send(list, 'GET /none')).body, '/none')
  })

  it('passes an error to middleware as a reply that carries it', async () => {
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

  it('never lets next() reject, even for an error whose headers cannot be sent', async () => {
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

  it('runs global middleware around the 400 for a path that cannot be decoded', async () => {
    const seen: unknown[] = []
    const look: Middleware = async (_request, next) => {
      const reply = await next()
      seen.push(reply.statusCode)
      return reply
    }

    await send(routes([get('/{id}', () => 'found')]), 'GET /%zz', [look])

    assert.deepEqual(seen, [400])
  })

  it('turns a handler that returns nothing into an error that names the route', async () => {
    const list = routes([get('/nothing', () => undefined)])

    const reply = await send(list, 'GET /nothing')

    assert.equal(reply.statusCode, 500)
    assert.match(
      String(reply.error),
      /handler of GET \/nothing \(.*router\.test\.ts:\d+:\d+\) returned undefined/,
    )
  })
})

describe('a segment that is called like a kind of segment', () => {
  it('is fixed text', async () => {
    const told = ({ route }: HttpRequest) => route?.path
    const list = routes([
      get('/users/parameter', told),
      get('/users/{user}', told),
      get('/files/wildcard', told),
      get('/files/{file*}', told),
      post('/x/parameter', told),
      any('/x/{id}', told),
    ])
    const paths = ['GET /users/parameter', 'GET /users/7', 'GET /files/wildcard', 'GET /files/a/b']
    const posted = ['POST /x/parameter', 'POST /x/7']

    const bodies = []
    for (const target of [...paths, ...posted]) bodies.push((await send(list, target)).body)

    assert.deepEqual(bodies, [
      '/users/parameter',
      '/users/{user}',
      '/files/wildcard',
      '/files/{file*}',
      '/x/parameter',
      '/x/{id}',
    ])
  })
})

describe('a form with the field _method', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const sendForm = async (
    list: RouteList<RouteEntry>,
    target: string,
    body: string,
    global: Middleware[] = [],
  ) =>
    createRouter(list, { middleware: global }).dispatch(
      createRequest({ method: 'POST', target, headers: form, body }),
    )
  const told = ({ method, route }: HttpRequest) => `${method} ${route?.path}`
  const list = routes([
    put('/{id}', told),
    patch('/{id}', told),
    post('/both', told),
    put('/both', told),
  ])

  it('is handled with the method it names', async () => {
    assert.equal((await sendForm(list, '/7', '_method=PUT')).body, 'PUT /{id}')
    assert.equal((await sendForm(list, '/7/', '_method=PATCH')).body, 'PATCH /{id}')
    assert.equal((await sendForm(list, '/7', '_method=put')).body, 'PUT /{id}')
    assert.equal((await sendForm(list, '/both', '_method=PUT')).body, 'PUT /both')
    assert.equal((await sendForm(list, '/both', 'a=b')).body, 'POST /both')
    assert.equal((await sendForm(list, '/7', '_method=DELETE')).statusCode, 405)
    assert.equal((await sendForm(list, '/7', '_method=GET')).statusCode, 405)
  })

  it('has its method and route before any middleware runs', async () => {
    const seen: string[] = []
    const look: Middleware = (request, next) => {
      seen.push(told(request))
      return next()
    }

    await sendForm(list, '/7', '_method=PUT', [look])

    assert.deepEqual(seen, ['PUT /{id}'])
  })

  it('gets an error if it cannot be read, from the POST route if there is one', async () => {
    const read = async (request: HttpRequest) => request.form()
    const own = routes([put('/put', told), post('/both', read), put('/both', told)])
    const look: Middleware = async (_request, next) => (await next()).header('x-seen', 'yes')

    const refused = await sendForm(own, '/put', 'a=%zz', [look])

    assert.equal(refused.statusCode, 400)
    assert.equal(refused.getHeader('x-seen'), 'yes')
    assert.equal((await sendForm(own, '/both', 'a=%zz')).statusCode, 400)
  })

  it('is not read if its path has no such method, or a single route for all of them', async () => {
    const all = routes([post('/posted', told), any('/any', told)])

    assert.equal((await sendForm(all, '/posted', '_method=PUT')).body, 'POST /posted')
    assert.equal((await sendForm(all, '/any', '_method=PUT')).body, 'POST /any')
  })
})

describe('a path with a malformed escape', () => {
  it('is refused inside global middleware', async () => {
    const mark: Middleware = async (_request, next) => (await next()).header('x-mark', 'yes')

    const reply = await send(todos, 'GET /todos/%zz', [mark])

    assert.equal(reply.statusCode, 400)
    assert.equal(reply.getHeader('x-mark'), 'yes')
  })
})

describe('routes', () => {
  it('names both locations of a duplicate route', () => {
    assert.throws(
      () => routes([get('/a/{x}', () => ''), group('/a', [get('/:y', () => '')])]),
      /GET \/a\/\{y\} is declared twice: at .*router\.test\.ts:\d+:\d+ .* and at .*router\.test\.ts:\d+/,
    )
  })

  it('names both locations of a duplicate name', () => {
    assert.throws(
      () => routes([get('/a', () => '').name('x'), get('/b', () => '').name('x')]),
      /"x" is declared twice: at .*router\.test\.ts.*GET \/a.*router\.test\.ts.*GET \/b/,
    )
  })

  it('refuses a handler or middleware that is not a function', () => {
    const missing: () => string = undefined as never

    const expected = /GET \/a \(.*router\.test\.ts:\d+:\d+\) is undefined\./
    assert.throws(() => routes([get('/a', missing)]), { code: 'E_ROUTE_FUNCTION' })
    assert.throws(() => routes([get('/a', missing)]), expected)
    assert.throws(() => routes([group('/a', [get('/', () => '')]).middleware(missing)]), expected)
    assert.throws(() => routes([fallback(missing)]), /The handler of the fallback/)
  })

  it("refuses a form page that is not a GET route with a subset of the route's parameters", () => {
    const page = get('/users/{user}/edit', () => '').name('users.edit')
    const form = (path: '/users/{user}' | '/users') => post(path, () => '').formPage('users.edit')

    assert.doesNotThrow(() => routes([page, form('/users/{user}')]))
    const refused = (list: () => unknown, message: RegExp) =>
      assert.throws(list, { code: 'E_FORM_PAGE', message })
    refused(
      () => routes([page, form('/users')]),
      /^The form page "users\.edit" of POST \/users \(.*router\.test\.ts:\d+:\d+\) cannot be shown: GET \/users\/\{user\}\/edit needs \{user\}, which this route does not have\./,
    )
    refused(() => routes([form('/users/{user}')]), /no route has that name\. Name a GET route\.$/)
    refused(
      () => routes([page.name('users.edot'), form('/users/{user}')]),
      /no route has that name\. Did you mean "users\.edot"\?$/,
    )
    const other = post('/users/{user}/edit', () => '').name('users.edit')
    refused(
      () => routes([other, form('/users/{user}')]),
      /POST \/users\/\{user\}\/edit is not a page\. Name a GET/,
    )
  })

  it('refuses a parameter that both a group and its route declare', () => {
    const twice = group('/{a}', [get('/:a', () => '')])
    // @ts-expect-error -- the compiler reports it too
    assert.throws(() => routes([twice]), { code: 'E_PATH_PARAMETER_TWICE' })
  })

  it('refuses invalid paths', () => {
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
      assert.throws(() => routes([group('/', [get(path, () => '')])]), { code: 'E_PATH' }, path)
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
