import { Elysia, t, type ValidationError } from 'elysia'
import { openDrizzleTodos } from './drizzle/bun-sqlite.ts'
import { adminToken, host, port, resources, toDocument, toUser } from './work.ts'

/** The application as in Elysia's guide: its own schemas, hooks, instances with a prefix. */
const todos = openDrizzleTodos()
const app = new Elysia()

app.onError(({ code, status }) => (code === 'NOT_FOUND' ? status(404, '404 Not Found') : undefined))

app.get('/ping', () => 'pong')
app.get('/users/:id', ({ params }) => toUser(params.id), { params: t.Object({ id: t.Integer() }) })
app.post('/users', ({ body }) => ({ id: 1, name: body.name }), {
  body: t.Object({
    name: t.String({ minLength: 1 }),
    email: t.String({ format: 'email' }),
    age: t.Integer({ minimum: 18 }),
  }),
  error({ code, error, status }) {
    if (code !== 'VALIDATION') return undefined
    return status(422, { message: 'The given data was invalid', errors: toErrors(error) })
  },
})

app.use(
  new Elysia({ prefix: '/admin' })
    .resolve(({ headers, status }) =>
      headers['authorization'] === adminToken ? { user: 'ada' } : status(401, 'Unauthorized'),
    )
    .onBeforeHandle(({ user, status }) => (user === 'ada' ? undefined : status(403, 'Forbidden')))
    .onAfterHandle(({ set }) => {
      set.headers['x-served-by'] = 'bench'
    })
    .get('/stats', ({ user }) => ({ user })),
)

const pageHeaders = {
  vary: 'X-Inertia',
  'x-inertia': 'true',
  'cache-control': 'private, no-cache',
}

app.get('/todos', ({ headers, path, set }) => {
  const props = { todos: todos.all(), errors: {} }
  const page = { component: 'Todos/Index', props, url: path, version: '' }
  if (headers['x-inertia'] === 'true') {
    Object.assign(set.headers, pageHeaders)
    return page
  }
  set.headers['content-type'] = 'text/html; charset=utf-8'
  return toDocument(page)
})
app.get(
  '/todos/:todo',
  ({ params, status }) => todos.find(params.todo) ?? status(404, '404 Not Found'),
  { params: t.Object({ todo: t.Integer() }) },
)
app.post(
  '/todos',
  ({ body, redirect }) => {
    todos.create(body.title)
    return redirect('/todos', 303)
  },
  {
    body: t.Object({ title: t.String({ minLength: 1 }) }),
    error({ code, error, set, status }) {
      if (code !== 'VALIDATION') return undefined
      const props = { todo: null, errors: toErrors(error) }
      const page = { component: 'Todos/Create', props, url: '/todos/create', version: '' }
      Object.assign(set.headers, pageHeaders)
      return status(422, page)
    },
  },
)

for (const resource of resources) {
  const answer = (action: string, id?: string) => ({ resource, action, id })
  // A prefix typed as a union would multiply the types of all routes beyond what the compiler takes.
  const prefix: string = `/${resource}`
  app.use(
    new Elysia({ prefix })
      .get('/', () => answer('index'))
      .get('/create', () => answer('create'))
      .post('/', () => answer('store'))
      .get('/:id', ({ params }) => answer('show', params.id))
      .get('/:id/edit', ({ params }) => answer('edit', params.id))
      .put('/:id', ({ params }) => answer('update', params.id))
      .delete('/:id', ({ params }) => answer('destroy', params.id)),
  )
}

app.listen({ hostname: host, port })

/** The first message of each field. */
function toErrors(error: Readonly<ValidationError>): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const issue of error.all) {
    if ('path' in issue) errors[issue.path.slice(1)] ??= issue.message
  }
  return errors
}
