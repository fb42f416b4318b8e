import fastify from 'fastify'
import { openDrizzleTodos } from './drizzle/better-sqlite3.ts'
import { adminToken, host, port, resources, toDocument, toUser } from './work.ts'

/** The application as in Fastify's guide: JSON schemas, hooks, a plugin per resource. */
const todos = openDrizzleTodos()
const app = fastify({ ajv: { customOptions: { allErrors: true } } })

app.setNotFoundHandler((_request, reply) => {
  reply.code(404).type('text/plain; charset=utf-8').send('404 Not Found')
})

app.setErrorHandler((error: FastifyFailure, request, reply) => {
  if (error.validation === undefined) return reply.code(error.statusCode ?? 500).send(error)
  const errors: Record<string, string> = {}
  for (const { instancePath, params, message } of error.validation) {
    const field = params.missingProperty ?? instancePath.slice(1)
    errors[field] ??= message ?? ''
  }
  if (request.url !== '/todos') {
    return reply.code(422).send({ message: 'The given data was invalid', errors })
  }
  const page = { component: 'Todos/Create', props: { todo: null, errors }, url: '/todos/create' }
  return reply
    .code(422)
    .headers(pageHeaders)
    .send({ ...page, version: '' })
})

interface FastifyFailure extends Error {
  readonly statusCode?: number
  readonly validation?: ReadonlyArray<{
    readonly instancePath: string
    readonly params: { readonly missingProperty?: string }
    readonly message?: string
  }>
}

const pageHeaders = {
  vary: 'X-Inertia',
  'x-inertia': 'true',
  'cache-control': 'private, no-cache',
  'content-type': 'application/json; charset=utf-8',
}

app.get('/ping', () => 'pong')

app.get<{ Params: { id: number } }>(
  '/users/:id',
  { schema: { params: { type: 'object', properties: { id: { type: 'integer' } } } } },
  (request) => toUser(request.params.id),
)

app.post<{ Body: { name: string } }>(
  '/users',
  {
    schema: {
      body: {
        type: 'object',
        required: ['name', 'email', 'age'],
        properties: {
          name: { type: 'string', minLength: 1 },
          email: { type: 'string', format: 'email' },
          age: { type: 'integer', minimum: 18 },
        },
      },
    },
  },
  (request) => ({ id: 1, name: request.body.name }),
)

app.register(
  (admin, _options, done) => {
    admin.decorateRequest('user', '')
    admin.addHook('onRequest', (request, reply, next) => {
      if (request.headers.authorization !== adminToken) {
        reply.code(401).send('Unauthorized')
        return
      }
      request.user = 'ada'
      next()
    })
    admin.addHook('preHandler', (request, reply, next) => {
      if (request.user === 'ada') next()
      else reply.code(403).send('Forbidden')
    })
    admin.addHook('onSend', (_request, reply, payload, next) => {
      reply.header('x-served-by', 'bench')
      next(null, payload)
    })
    admin.get('/stats', (request) => ({ user: request.user }))
    done()
  },
  { prefix: '/admin' },
)

declare module 'fastify' {
  interface FastifyRequest {
    user: string
  }
}

app.register(
  (scope, _options, done) => {
    scope.get('/', (request, reply) => {
      const props = { todos: todos.all(), errors: {} }
      const page = { component: 'Todos/Index', props, url: request.url, version: '' }
      if (request.headers['x-inertia'] === 'true') return reply.headers(pageHeaders).send(page)
      return reply.type('text/html; charset=utf-8').send(toDocument(page))
    })
    scope.get<{ Params: { todo: number } }>(
      '/:todo',
      { schema: { params: { type: 'object', properties: { todo: { type: 'integer' } } } } },
      (request, reply) => todos.find(request.params.todo) ?? reply.callNotFound(),
    )
    scope.post<{ Body: { title: string } }>(
      '/',
      {
        schema: {
          body: {
            type: 'object',
            required: ['title'],
            properties: { title: { type: 'string', minLength: 1 } },
          },
        },
      },
      (request, reply) => {
        todos.create(request.body.title)
        return reply.redirect('/todos', 303)
      },
    )
    done()
  },
  { prefix: '/todos' },
)

for (const resource of resources) {
  app.register(
    (scope, _options, done) => {
      const answer = (action: string, id?: string) => ({ resource, action, id })
      scope.get('/', () => answer('index'))
      scope.get('/create', () => answer('create'))
      scope.post('/', () => answer('store'))
      scope.get<ById>('/:id', ({ params }) => answer('show', params.id))
      scope.get<ById>('/:id/edit', ({ params }) => answer('edit', params.id))
      scope.put<ById>('/:id', ({ params }) => answer('update', params.id))
      scope.delete<ById>('/:id', ({ params }) => answer('destroy', params.id))
      done()
    },
    { prefix: `/${resource}` },
  )
}

interface ById {
  readonly Params: { readonly id: string }
}

await app.listen({ host, port })
