import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { boot } from '../../src/application/kernel/boot.ts'
import { noAssets } from '../../src/pages/assets/page-assets.ts'
import { handler } from '../../src/web/binding/handler.ts'
import { param } from '../../src/web/binding/parameters.ts'
import { body } from '../../src/web/binding/validated-body.ts'
import { toSettings } from '../../src/application/config/settings.ts'
import type { Exchange } from '../../src/web/http/exchange.ts'
import { createLog } from '../../src/base/log/create-log.ts'
import { page } from '../../src/pages/pages/page.ts'
import { group, get, post } from '../../src/web/routing/route.ts'
import { routes } from '../../src/web/routing/route-list.ts'
import { isPromise } from '../../src/base/support/maybe-promise.ts'
import { MemoryExchange, type MemoryRequest } from '../../src/tooling/testing/memory-exchange.ts'

/** An engine without a socket: its input is an `Exchange`, its output a reply in memory. */
function createEngine() {
  const kernel = boot({
    application: { routes: web },
    settings: toSettings(new Map([['APP_ENV', 'test']])),
    database: undefined,
    log: createLog({ level: 'silent', format: 'json' }),
    client: { assets: noAssets, builtIns: [] },
    isDraining: () => false,
  })
  return { handle: (exchange: Exchange) => kernel.handle(exchange) }
}

async function send(sent: MemoryRequest) {
  const { reply } = await createEngine().handle(new MemoryExchange(sent))
  return { status: reply.statusCode, type: reply.contentType, body: reply.body }
}

const Title = body(z.object({ title: z.string().min(1, 'Title is required') }))
const json = { 'content-type': 'application/json', accept: 'application/json' }

const web = routes([
  get('/ping', () => 'pong'),
  get(
    '/users/{id}',
    handler({ id: param.integer }).run(({ id }) => ({ id })),
  ),
  get('/wait', async ({ signal }) => {
    await once(signal, 'abort')
    return 'left'
  }),
  group('/todos', [
    get('/', () => page('Todos/Index', { todos: [] })).name('todos.index'),
    post(
      '/',
      handler({ form: Title }).run(({ form }) => form),
    ),
  ]),
])

describe('an application behind a custom engine', () => {
  it('answers synchronously if nothing has to be awaited', () => {
    const answer = createEngine().handle(new MemoryExchange({ target: '/ping' }))

    assert.ok(!isPromise(answer))
    assert.equal(answer.reply.body, 'pong')
  })

  it('answers a body in memory synchronously, valid or not', () => {
    const sent = { method: 'POST', target: '/todos', headers: json }
    const { handle } = createEngine()

    const answers = ['{"title":"a"}', '{}'].map((body) =>
      handle(new MemoryExchange({ ...sent, body })),
    )

    const statuses = answers.map((answer) =>
      isPromise(answer) ? 'later' : answer.reply.statusCode,
    )
    assert.deepEqual(statuses, [200, 422])
  })

  it('binds, validates and renders', async () => {
    assert.equal((await send({ target: '/users/7?full=1' })).body, '{"id":7}')
    assert.equal((await send({ target: '/users/seven', headers: json })).status, 400)

    const todo = { method: 'POST', target: '/todos', headers: json }
    assert.equal((await send({ ...todo, body: '{"title":"a"}' })).body, '{"title":"a"}')
    assert.equal((await send({ ...todo, body: '{}' })).status, 422)

    const shown = await send({ target: '/todos', headers: { 'x-inertia': 'true' } })
    assert.ok(typeof shown.body === 'string')
    assert.equal(JSON.parse(shown.body).component, 'Todos/Index')
  })

  it('answers paths without a route, and other methods', async () => {
    assert.deepEqual(await send({ target: '/nothing' }), {
      status: 404,
      type: 'text/plain; charset=utf-8',
      body: '404 Not Found',
    })
    assert.equal((await send({ method: 'DELETE', target: '/ping' })).status, 405)
  })

  it('notifies a handler that its client has disconnected', async () => {
    const exchange = new MemoryExchange({ target: '/wait' })
    const answer = createEngine().handle(exchange)

    exchange.abort()

    assert.equal((await answer).reply.body, 'left')
  })
})
