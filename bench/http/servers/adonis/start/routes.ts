import type { HttpContext } from '@adonisjs/core/http'
import router from '@adonisjs/core/services/router'
import type { NextFn } from '@adonisjs/core/types/http'
import vine from '@vinejs/vine'
import { adminToken, resources, toDocument, toUser } from '../../work.ts'
import { Note, Todo } from '../app/models.ts'
import { pageHeaders } from '../app/page-headers.ts'

/** The routes as in AdonisJS's guide: VineJS validators, middleware on a group. */
const userValidator = vine.compile(
  vine.object({
    name: vine.string().minLength(1),
    email: vine.string().email(),
    age: vine.number().min(18),
  }),
)
const todoValidator = vine.compile(vine.object({ title: vine.string().minLength(1) }))

router.get('/ping', () => 'pong')
router.get('/users/:id', ({ params }) => toUser(params['id'])).where('id', router.matchers.number())
router.post('/users', async ({ request }) => {
  const { name } = await request.validateUsing(userValidator)
  return { id: 1, name }
})

type WithUser = HttpContext & { user?: string }

const identify = (context: WithUser, next: NextFn) => {
  if (context.request.header('authorization') !== adminToken) {
    return context.response.status(401).send('Unauthorized')
  }
  context.user = 'ada'
  return next()
}
const authorize = (context: WithUser, next: NextFn) =>
  context.user === 'ada' ? next() : context.response.status(403).send('Forbidden')
const stamp = async ({ response }: HttpContext, next: NextFn) => {
  await next()
  response.header('x-served-by', 'bench')
}
router
  .group(() => {
    router.get('/stats', ({ user }: WithUser) => ({ user }))
  })
  .prefix('/admin')
  .use([identify, authorize, stamp])

router
  .group(() => {
    router.get('/', async ({ request, response }) => {
      const todos = (await Todo.query().orderBy('id')).map((todo) => todo.serialize())
      const props = { todos, errors: {} }
      const page = { component: 'Todos/Index', props, url: request.url(true), version: '' }
      if (request.header('x-inertia') !== 'true') {
        return response.header('content-type', 'text/html; charset=utf-8').send(toDocument(page))
      }
      for (const [name, value] of pageHeaders) response.header(name, value)
      return page
    })
    router
      .get('/:todo', async ({ params }) => (await Todo.findOrFail(params['todo'])).serialize())
      .where('todo', router.matchers.number())
    router.post('/', async ({ request, response }) => {
      const { title } = await request.validateUsing(todoValidator)
      await Note.create({ title, createdAt: Date.now() })
      return response.redirect().status(303).toPath('/todos')
    })
  })
  .prefix('/todos')

for (const resource of resources) {
  const answer =
    (action: string) =>
    ({ params }: HttpContext) => ({ resource, action, id: params['id'] })
  router
    .group(() => {
      router.get('/', answer('index'))
      router.get('/create', answer('create'))
      router.post('/', answer('store'))
      router.get('/:id', answer('show'))
      router.get('/:id/edit', answer('edit'))
      router.put('/:id', answer('update'))
      router.delete('/:id', answer('destroy'))
    })
    .prefix(`/${resource}`)
}
