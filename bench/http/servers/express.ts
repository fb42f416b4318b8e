import express, { type RequestHandler, type Response } from 'express'
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

/** The application as in Express's guide: `express.json()`, a router per resource. */
const todos = openDrizzleTodos()
const app = express()
app.use(express.json())

app.get('/ping', (_request, response) => {
  response.type('text/plain').send('pong')
})
app.get('/users/:id', (request, response, next) => {
  const id = Number(request.params.id)
  if (Number.isInteger(id)) response.json(toUser(id))
  else next()
})
app.post('/users', (request, response) => {
  const result = userSchema.safeParse(request.body)
  if (result.success) return void response.json({ id: 1, name: result.data.name })
  const errors = toErrors(result.error.issues)
  response.status(422).json({ message: 'The given data was invalid', errors })
})

const identify: RequestHandler = (request, response, next) => {
  if (request.headers.authorization !== adminToken) return void response.sendStatus(401)
  response.locals['user'] = 'ada'
  next()
}
const authorize: RequestHandler = (_request, response, next) => {
  if (response.locals['user'] === 'ada') next()
  else response.sendStatus(403)
}
const stamp: RequestHandler = (_request, response, next) => {
  response.setHeader('x-served-by', 'bench')
  next()
}
const admin = express.Router()
admin.use(identify, authorize, stamp)
admin.get('/stats', (_request, response) => {
  response.json({ user: response.locals['user'] })
})
app.use('/admin', admin)

const list = express.Router()
list.get('/', (request, response) => {
  const props = { todos: todos.all(), errors: {} }
  const page = { component: 'Todos/Index', props, url: request.originalUrl, version: '' }
  if (request.headers['x-inertia'] === 'true') sendPage(response, page)
  else response.type('text/html').send(toDocument(page))
})
list.get('/:todo', (request, response, next) => {
  const todo = todos.find(Number(request.params.todo))
  if (todo === undefined) next()
  else response.json(todo)
})
list.post('/', (request, response) => {
  const result = titleSchema.safeParse(request.body)
  if (result.success) {
    todos.create(result.data.title)
    return void response.redirect(303, '/todos')
  }
  const props = { todo: null, errors: toErrors(result.error.issues) }
  const page = { component: 'Todos/Create', props, url: '/todos/create', version: '' }
  sendPage(response.status(422), page)
})
app.use('/todos', list)

for (const resource of resources) {
  const answer = (action: string, id?: string) => ({ resource, action, id })
  const scope = express.Router()
  scope.get('/', (_request, response) => void response.json(answer('index')))
  scope.get('/create', (_request, response) => void response.json(answer('create')))
  scope.post('/', (_request, response) => void response.json(answer('store')))
  scope.get('/:id', ({ params }, response) => void response.json(answer('show', params.id)))
  scope.get('/:id/edit', ({ params }, response) => void response.json(answer('edit', params.id)))
  scope.put('/:id', ({ params }, response) => void response.json(answer('update', params.id)))
  scope.delete('/:id', ({ params }, response) => void response.json(answer('destroy', params.id)))
  app.use(`/${resource}`, scope)
}

app.use((_request, response) => {
  response.status(404).type('text/plain').send('404 Not Found')
})

function sendPage(response: Response, page: object): void {
  response
    .set({ vary: 'X-Inertia', 'x-inertia': 'true', 'cache-control': 'private, no-cache' })
    .json(page)
}

app.listen(port, host)
