import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { DrizzleTodos } from '../drizzle/todos.ts'
import {
  adminToken,
  resources,
  titleSchema,
  toDocument,
  toErrors,
  toUser,
  userSchema,
} from '../work.ts'

/** The application as in Hono's guide, for any runtime: its zod validator, middleware by path. */
export function honoApplication(todos: DrizzleTodos) {
  const app = new Hono<{ Variables: { user: string } }>()

  app.get('/ping', (context) => context.text('pong'))
  app.get('/users/:id{[0-9]+}', (context) => context.json(toUser(Number(context.req.param('id')))))
  app.post(
    '/users',
    zValidator('json', userSchema, (result, context) => {
      if (result.success) return undefined
      const errors = toErrors(result.error.issues)
      return context.json({ message: 'The given data was invalid', errors }, 422)
    }),
    (context) => context.json({ id: 1, name: context.req.valid('json').name }),
  )

  app.use('/admin/*', identify, authorize, stamp)
  app.get('/admin/stats', (context) => context.json({ user: context.get('user') }))

  app.get('/todos', (context) => {
    const props = { todos: todos.all(), errors: {} }
    const page = { component: 'Todos/Index', props, url: context.req.path, version: '' }
    if (context.req.header('x-inertia') === 'true') return context.json(page, 200, pageHeaders)
    return context.html(toDocument(page))
  })
  app.get('/todos/:todo{[0-9]+}', (context) => {
    const todo = todos.find(Number(context.req.param('todo')))
    return todo === undefined ? context.notFound() : context.json(todo)
  })
  app.post(
    '/todos',
    zValidator('json', titleSchema, (result, context) => {
      if (result.success) return undefined
      const props = { todo: null, errors: toErrors(result.error.issues) }
      const page = { component: 'Todos/Create', props, url: '/todos/create', version: '' }
      return context.json(page, 422, pageHeaders)
    }),
    (context) => {
      todos.create(context.req.valid('json').title)
      return context.redirect('/todos', 303)
    },
  )

  for (const resource of resources) {
    const answer = (action: string, id?: string) => ({ resource, action, id })
    const scope = new Hono()
    scope.get('/', (context) => context.json(answer('index')))
    scope.get('/create', (context) => context.json(answer('create')))
    scope.post('/', (context) => context.json(answer('store')))
    scope.get('/:id', (context) => context.json(answer('show', context.req.param('id'))))
    scope.get('/:id/edit', (context) => context.json(answer('edit', context.req.param('id'))))
    scope.put('/:id', (context) => context.json(answer('update', context.req.param('id'))))
    scope.delete('/:id', (context) => context.json(answer('destroy', context.req.param('id'))))
    app.route(`/${resource}`, scope)
  }

  app.notFound((context) => context.text('404 Not Found', 404))

  return app
}

const identify = createMiddleware<{ Variables: { user: string } }>(async (context, next) => {
  if (context.req.header('authorization') !== adminToken) return context.text('Unauthorized', 401)
  context.set('user', 'ada')
  await next()
})
const authorize = createMiddleware<{ Variables: { user: string } }>(async (context, next) => {
  if (context.get('user') !== 'ada') return context.text('Forbidden', 403)
  await next()
})
const stamp = createMiddleware(async (context, next) => {
  await next()
  context.header('x-served-by', 'bench')
})

const pageHeaders = {
  vary: 'X-Inertia',
  'x-inertia': 'true',
  'cache-control': 'private, no-cache',
}
