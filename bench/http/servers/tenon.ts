import type * as Errors from '../../../packages/tenon/src/errors.ts'
import type * as Tenon from '../../../packages/tenon/src/index.ts'
import type * as Models from '../../../packages/tenon/src/models.ts'
import { adminToken, databaseFile, resources, titleSchema, toUser, userSchema } from './work.ts'

/** A built package: by default this repository's, or another build to compare with. */
const folder = process.env['TENON_DIST'] ?? new URL('../../../packages/tenon/dist', import.meta.url)
const tenon: typeof Tenon = await import(`${String(folder)}/index.js`)
const models: typeof Models = await import(`${String(folder)}/models.js`)
const errors: typeof Errors = await import(`${String(folder)}/errors.js`)
const { application, body, del, get, group, handler, json } = tenon
const { page, param, post, put, redirect, routes, stateKey } = tenon
const { c, Model } = models
const { Forbidden, Unauthorized } = errors

class Todo extends Model('todos', {
  id: c.id(),
  title: c.text(),
  completed: c.boolean(),
  created_at: c.timestamp(),
}) {}

class Note extends Model('notes', {
  id: c.id(),
  title: c.text(),
  created_at: c.timestamp().onCreate(() => new Date()),
}) {}

const UserRequest = body(userSchema)
const TodoRequest = body(titleSchema)
const user = stateKey<string>('user')

const identify: Tenon.Middleware = (request, next) => {
  if (request.header('authorization') !== adminToken) throw new Unauthorized()
  request.set(user, 'ada')
  return next()
}

const authorize: Tenon.Middleware = (request, next) => {
  if (request.get(user) !== 'ada') throw new Forbidden()
  return next()
}

const stamp: Tenon.Middleware = async (_request, next) =>
  (await next()).header('x-served-by', 'bench')

const web = routes([
  get('/ping', () => 'pong'),
  get(
    '/users/{id}',
    handler({ id: param.integer }).run(({ id }) => json(toUser(id))),
  ),
  post(
    '/users',
    handler({ form: UserRequest }).run(({ form }) => json({ id: 1, name: form.name })),
  ),
  group('/admin', [get('/stats', (request) => json({ user: request.get(user) }))])
    .middleware(identify)
    .middleware(authorize)
    .middleware(stamp),
  group('/todos', [
    get('/', async () => page('Todos/Index', { todos: await Todo.all() })),
    get('/create', () => page('Todos/Create', { todo: null })).name('todos.create'),
    get(
      '/{todo}',
      handler({ todo: Todo }).run(({ todo }) => json(todo)),
    ),
    post(
      '/',
      handler({ form: TodoRequest }).run(async ({ form }) => {
        await Note.create({ title: form.title })
        return redirect('/todos')
      }),
    ).name('todos.store'),
  ]),
  ...resources.map((resource) => {
    const answer = (action: string, id?: string) => json({ resource, action, id })
    return group(`/${resource}`, [
      get('/', () => answer('index')),
      get('/create', () => answer('create')),
      post('/', () => answer('store')),
      get('/{id}', (request) => answer('show', request.param('id'))),
      get('/{id}/edit', (request) => answer('edit', request.param('id'))),
      put('/{id}', (request) => answer('update', request.param('id'))),
      del('/{id}', (request) => answer('destroy', request.param('id'))),
    ])
  }),
])

process.env['APP_ENV'] = 'production'
process.env['SERVER_HOST'] = '127.0.0.1'
process.env['APP_KEY'] = 'a key of the benchmark, of 32 bytes at least'
process.env['DATABASE_URL'] = `sqlite:${databaseFile()}`
// `languages.ts` compares the application with and without three languages.
const languages =
  process.env['BENCH_LANGUAGES'] === undefined ? {} : { languages: ['en', 'de', 'ar'] as const }
await application({ root: new URL('.', import.meta.url).pathname, routes: web, ...languages }).run(
  [],
)
