import type * as Tenon from '../../../packages/tenon/src/index.ts'
import type * as Models from '../../../packages/tenon/src/models.ts'
import { databaseFile } from '../../http/servers/work.ts'
import { bodyLimitBytes, fillTodos, resourceCount, textSchema } from './work.ts'

const folder = new URL('../../../packages/tenon/dist', import.meta.url)
const tenon: typeof Tenon = await import(`${String(folder)}/index.js`)
const models: typeof Models = await import(`${String(folder)}/models.js`)
const { application, body, del, get, group, handler, json, param, post, put, routes } = tenon
const { c, Model } = models

fillTodos()
class Todo extends Model('todos', {
  id: c.id(),
  title: c.text(),
  completed: c.boolean(),
  created_at: c.timestamp(),
}) {}

const TextRequest = body(textSchema)

const web = routes([
  get('/ping', () => 'pong'),
  post(
    '/text',
    handler({ form: TextRequest }).run(({ form }) => json({ length: form.text.length })),
  ),
  get(
    '/todos/{count}',
    handler({ count: param.integer }).run(async ({ count }) =>
      json({ todos: await Todo.orderBy('id').limit(count).all() }),
    ),
  ),
  ...Array.from({ length: resourceCount }, (_, resource) => {
    const answer = (request: Tenon.HttpRequest) => json({ resource, id: request.param('id') })
    return group(`/resource${resource}`, [
      get('/', () => json({ resource })),
      get('/create', () => json({ resource })),
      post('/', () => json({ resource })),
      get('/{id}', answer),
      get('/{id}/edit', answer),
      put('/{id}', answer),
      del('/{id}', answer),
      get('/{id}/comments', answer),
      post('/{id}/comments', answer),
      get('/{id}/comments/{comment}', answer),
    ])
  }),
])

process.env['APP_ENV'] = 'production'
process.env['SERVER_HOST'] = '127.0.0.1'
process.env['APP_KEY'] = 'a key of the benchmark, of 32 bytes at least'
process.env['BODY_LIMIT'] = String(bodyLimitBytes)
process.env['DATABASE_URL'] = `sqlite:${databaseFile()}`
await application({ root: new URL('.', import.meta.url).pathname, routes: web }).run([])
