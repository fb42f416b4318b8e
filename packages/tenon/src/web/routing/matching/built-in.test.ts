import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { createRequest } from '../../../../test/support/create-request.ts'
import { NotFound } from '../../../base/support/http-error.ts'
import { text } from '../../http/replies.ts'
import { any, get, post } from '../route.ts'
import { routes } from '../route-list.ts'
import { createRouter } from '../router.ts'
import { builtIn, toSentPattern } from './built-in.ts'

const health = builtIn('/_app/health', 'a probe', (request) => text(`well, ${request.method}`))
const file = {
  ...builtIn('/', 'the file "a b.txt"', () => text('file')),
  method: 'GET' as const,
  pattern: toSentPattern('/a%20b.txt'),
}

async function dispatch(router: ReturnType<typeof createRouter>, method: string, target: string) {
  const request = createRequest({ method, target })
  const { statusCode, body } = await router.dispatch(request)
  return { status: statusCode, body, route: request.route?.path }
}

describe('what is built in', () => {
  it('is answered without middleware, and does not count as a route', async () => {
    const router = createRouter(routes([get('/{a}/{b}', () => 'own')]), {
      builtIns: [health],
      middleware: [() => text('middleware')],
    })

    const answers = [
      await dispatch(router, 'GET', '/_app/health'),
      await dispatch(router, 'POST', '/_app/health'),
      await dispatch(router, 'GET', '/_app/other'),
    ]

    assert.deepEqual(answers, [
      { status: 200, body: 'well, GET', route: undefined },
      { status: 200, body: 'well, POST', route: undefined },
      { status: 200, body: 'middleware', route: '/{a}/{b}' },
    ])
  })

  it('is found at a path as clients send it, for its own method', async () => {
    const router = createRouter(routes([post('/{name}', () => 'own')]), { builtIns: [file] })

    const answers = [
      await dispatch(router, 'HEAD', '/a%20b.txt'),
      await dispatch(router, 'POST', '/a%20b.txt'),
    ]

    assert.deepEqual(
      answers.map(({ body }) => body),
      ['file', 'own'],
    )
  })

  it('reports its errors, and becomes a reply that carries them', async () => {
    const reported: unknown[] = []
    const missing = new NotFound()
    const fails = builtIn('/x', 'x', () => {
      throw missing
    })
    const router = createRouter(routes([]), {
      builtIns: [fails],
      report: (_request, error) => void reported.push(error),
    })

    const reply = await router.dispatch(createRequest('/x'))

    assert.equal(reply.error, missing)
    assert.deepEqual(reported, [missing])
  })

  it('is never taken for the page of a form', () => {
    const router = createRouter(routes([]), { builtIns: [health] })

    assert.equal(router.dispatchPage(createRequest('/_app/health')), undefined)
  })

  it('stays up during maintenance unless it says otherwise', () => {
    const contract = builtIn('/openapi.json', 'it', () => text(''), { staysUp: false })
    const router = createRouter(routes([get('/', () => '')]), { builtIns: [health, contract] })

    const up = ['/_app/health', '/openapi.json', '/', '/nothing', '/%ff'].filter((target) =>
      router.staysUp(createRequest(target)),
    )

    assert.deepEqual(up, ['/_app/health'])
  })

  it('refuses a route at the same path, named with what answers there', () => {
    assert.throws(
      () => createRouter(routes([get('/_app/health', () => '')]), { builtIns: [health] }),
      {
        code: 'E_ROUTE_TAKEN',
        message: /^The route GET \/_app\/health \(.*\) is at the path of a probe$/,
      },
    )
    assert.throws(() => createRouter(routes([any('/x', () => '')]), { builtIns: [atX] }), {
      code: 'E_ROUTE_TAKEN',
    })
    assert.ok(createRouter(routes([post('/x', () => '')]), { builtIns: [atX] }))
    const atAll = builtIn('/x/{file*}', 'x', () => text(''))
    assert.ok(createRouter(routes([get('/x/wildcard', () => '')]), { builtIns: [atAll] }))
  })
})

const atX = builtIn('/x', 'x', () => text(''), { method: 'GET' })
