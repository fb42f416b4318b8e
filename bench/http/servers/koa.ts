import { bodyParser } from '@koa/bodyparser'
import Router from '@koa/router'
import Koa, { type Context, type Middleware } from 'koa'
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

/** The application as in Koa's guide: `@koa/router` and `@koa/bodyparser`. */
const todos = openDrizzleTodos()
const app = new Koa()
app.use(bodyParser())

const root = new Router()
root.get('/ping', (context) => {
  context.body = 'pong'
})
root.get('/users/:id', (context) => {
  const id = Number(context['params']['id'])
  if (Number.isInteger(id)) context.body = toUser(id)
})
root.post('/users', (context) => {
  const result = userSchema.safeParse(context.request.body)
  if (result.success) {
    context.body = { id: 1, name: result.data.name }
    return
  }
  context.status = 422
  const errors = toErrors(result.error.issues)
  context.body = { message: 'The given data was invalid', errors }
})
app.use(root.routes())

const identify: Middleware = async (context, next) => {
  if (context.headers.authorization !== adminToken) context.throw(401)
  context.state['user'] = 'ada'
  await next()
}
const authorize: Middleware = async (context, next) => {
  if (context.state['user'] !== 'ada') context.throw(403)
  await next()
}
const stamp: Middleware = async (context, next) => {
  await next()
  context.set('x-served-by', 'bench')
}
const admin = new Router({ prefix: '/admin' })
admin.use(identify, authorize, stamp)
admin.get('/stats', (context) => {
  context.body = { user: context.state['user'] }
})
app.use(admin.routes())

const list = new Router({ prefix: '/todos' })
list.get('/', (context) => {
  const props = { todos: todos.all(), errors: {} }
  const page = { component: 'Todos/Index', props, url: context.url, version: '' }
  if (context.get('x-inertia') === 'true') {
    sendPage(context, page)
  } else {
    context.type = 'text/html'
    context.body = toDocument(page)
  }
})
list.get('/:todo', (context) => {
  context.body = todos.find(Number(context['params']['todo']))
})
list.post('/', (context) => {
  const result = titleSchema.safeParse(context.request.body)
  if (result.success) {
    todos.create(result.data.title)
    context.status = 303
    context.redirect('/todos')
    return
  }
  const props = { todo: null, errors: toErrors(result.error.issues) }
  context.status = 422
  sendPage(context, { component: 'Todos/Create', props, url: '/todos/create', version: '' })
})
app.use(list.routes())

for (const resource of resources) {
  const answer = (action: string) => (context: Context) => {
    context.body = { resource, action, id: context['params']['id'] }
  }
  const scope = new Router({ prefix: `/${resource}` })
  scope.get('/', answer('index')).get('/create', answer('create')).post('/', answer('store'))
  scope.get('/:id', answer('show')).get('/:id/edit', answer('edit'))
  scope.put('/:id', answer('update')).delete('/:id', answer('destroy'))
  app.use(scope.routes())
}

app.use((context) => {
  context.status = 404
  context.body = '404 Not Found'
})

function sendPage(context: Context, page: object): void {
  context.set({ vary: 'X-Inertia', 'x-inertia': 'true', 'cache-control': 'private, no-cache' })
  context.body = page
}

app.listen(port, host)
