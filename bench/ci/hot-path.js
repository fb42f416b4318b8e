/**
 * The work to count: one request of each common kind through the whole built package, without a
 * socket, as often as the argument says. Written in JavaScript because it runs without a compiler,
 * including WebAssembly's, and therefore without the one that strips types.
 */
import assert from 'node:assert/strict'
import { z } from 'zod'
import { boot } from '../../packages/tenon/dist/application/kernel/boot.js'
import { noAssets } from '../../packages/tenon/dist/pages/assets/page-assets.js'
import { handler } from '../../packages/tenon/dist/web/binding/handler.js'
import { param } from '../../packages/tenon/dist/web/binding/parameters.js'
import { body } from '../../packages/tenon/dist/web/binding/validated-body.js'
import { toSettings } from '../../packages/tenon/dist/application/config/settings.js'
import { HttpError } from '../../packages/tenon/dist/base/support/http-error.js'
import { json } from '../../packages/tenon/dist/web/http/replies.js'
import { createLog } from '../../packages/tenon/dist/base/log/create-log.js'
import { page } from '../../packages/tenon/dist/pages/pages/page.js'
import { get, group, post } from '../../packages/tenon/dist/web/routing/route.js'
import { routes } from '../../packages/tenon/dist/web/routing/route-list.js'
import { MemoryExchange } from '../../packages/tenon/dist/tooling/testing/memory-exchange.js'

// As in a serving process.
HttpError.stackTraceLimit = 0
const form = body(z.object({ title: z.string().min(1, 'Title is required') }))
const todos = Array.from({ length: 20 }, (_, id) => ({ id, title: `Chapter ${id}`, done: false }))
const passOn = (_request, next) => next()
const awaiting = async (_request, next) => (await next()).header('x-served-by', 'ci')

const kernel = boot({
  application: {
    routes: routes([
      get('/ping', () => 'pong'),
      get(
        '/users/{id}',
        handler({ id: param.integer }).run(({ id }) => json({ id, name: 'Ada' })),
      ),
      group('/admin', [get('/stats', () => json({ ok: true })).middleware(awaiting)])
        .middleware(passOn)
        .middleware(passOn),
      group('/todos', [
        get('/', () => page('Todos/Index', { todos })),
        get('/create', () => page('Todos/Create', { todo: null })).name('todos.create'),
        post(
          '/',
          handler({ form }).run(({ form }) => json(form)),
        ).name('todos.store'),
      ]),
    ]),
  },
  settings: toSettings(new Map([['APP_ENV', 'test']])),
  database: undefined,
  log: createLog({ level: 'silent', format: 'json' }),
  client: { assets: noAssets, builtIns: [] },
  isDraining: () => false,
})

const pageClient = { 'x-inertia': 'true', 'content-type': 'application/json' }
/** The expected status and the request. */
const requests = [
  [200, { target: '/ping' }],
  [200, { target: '/users/42?full=1' }],
  [200, { target: '/admin/stats' }],
  [404, { target: '/nothing/here' }],
  [200, { target: '/todos', headers: { 'x-inertia': 'true' } }],
  [200, { target: '/todos', headers: { accept: 'text/html' } }],
  [200, { method: 'POST', target: '/todos', headers: pageClient, body: '{"title":"Write"}' }],
  [422, { method: 'POST', target: '/todos', headers: pageClient, body: '{"title":""}' }],
]
// A server gets the time from its connection. Set it here, so that no request reads the clock.
for (const [, sent] of requests) sent.startedAt = 0

const rounds = Number(process.argv[2])
for (let i = 0; i < rounds; i++) {
  for (const [status, sent] of requests) {
    const { reply } = await kernel.handle(new MemoryExchange(sent))
    assert.equal(reply.statusCode, status)
  }
}
process.exit()
