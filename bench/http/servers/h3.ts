import { H3, HTTPError, readValidatedBody, redirect, serve, type Middleware } from 'h3'
import type { ZodType } from 'zod'
import { openDrizzleTodos } from './drizzle/better-sqlite3.ts'
import {
  adminToken,
  host,
  port,
  resources,
  titleSchema,
  toDocument,
  toErrors,
  toUser,
  userSchema,
} from './work.ts'

/** The application as in h3's guide: `readValidatedBody`, middleware by path. */
const todos = openDrizzleTodos()
const app = new H3({ silent: true })

app.get('/ping', (event) => {
  event.res.headers.set('content-type', 'text/plain')
  return 'pong'
})
app.get('/users/:id', (event) => {
  const id = Number(event.context.params?.['id'])
  if (!Number.isInteger(id)) throw new HTTPError({ status: 400 })
  return toUser(id)
})
app.post('/users', async (event) => {
  const body = await read(event, userSchema)
  if (body.success) return { id: 1, name: body.data.name }
  event.res.status = 422
  return { message: 'The given data was invalid', errors: toErrors(body.error.issues) }
})

const identify: Middleware = (event, next) => {
  if (event.req.headers.get('authorization') !== adminToken) throw new HTTPError({ status: 401 })
  event.context['user'] = 'ada'
  return next()
}
const authorize: Middleware = (event, next) => {
  if (event.context['user'] !== 'ada') throw new HTTPError({ status: 403 })
  return next()
}
const stamp: Middleware = (event, next) => {
  event.res.headers.set('x-served-by', 'bench')
  return next()
}
app.use('/admin/**', identify)
app.use('/admin/**', authorize)
app.use('/admin/**', stamp)
app.get('/admin/stats', (event) => ({ user: event.context['user'] }))

app.get('/todos', (event) => {
  const props = { todos: todos.all(), errors: {} }
  const page = { component: 'Todos/Index', props, url: event.url.pathname, version: '' }
  if (event.req.headers.get('x-inertia') !== 'true') {
    event.res.headers.set('content-type', 'text/html; charset=utf-8')
    return toDocument(page)
  }
  setPageHeaders(event.res.headers)
  return page
})
app.get('/todos/:todo', (event) => {
  const todo = todos.find(Number(event.context.params?.['todo']))
  if (todo === undefined) throw new HTTPError({ status: 404 })
  return todo
})
app.post('/todos', async (event) => {
  const body = await read(event, titleSchema)
  if (body.success) {
    todos.create(body.data.title)
    return redirect('/todos', 303)
  }
  event.res.status = 422
  setPageHeaders(event.res.headers)
  const props = { todo: null, errors: toErrors(body.error.issues) }
  return { component: 'Todos/Create', props, url: '/todos/create', version: '' }
})

for (const resource of resources) {
  const answer = (action: string, id?: string) => ({ resource, action, id })
  app.get(`/${resource}`, () => answer('index'))
  app.get(`/${resource}/create`, () => answer('create'))
  app.post(`/${resource}`, () => answer('store'))
  app.get(`/${resource}/:id`, ({ context }) => answer('show', context.params?.['id']))
  app.get(`/${resource}/:id/edit`, ({ context }) => answer('edit', context.params?.['id']))
  app.put(`/${resource}/:id`, ({ context }) => answer('update', context.params?.['id']))
  app.delete(`/${resource}/:id`, ({ context }) => answer('destroy', context.params?.['id']))
}

app.all('/**', (event) => {
  event.res.status = 404
  return '404 Not Found'
})

/** Returns the result instead of throwing: the validator's `onError` would need its own format. */
async function read<Output>(
  event: Parameters<typeof readValidatedBody>[0],
  schema: ZodType<Output>,
) {
  return await readValidatedBody(event, (input: unknown) => schema.safeParse(input))
}

function setPageHeaders(headers: Headers): void {
  headers.set('vary', 'X-Inertia')
  headers.set('x-inertia', 'true')
  headers.set('cache-control', 'private, no-cache')
}

serve(app, { port, hostname: host, silent: true })
