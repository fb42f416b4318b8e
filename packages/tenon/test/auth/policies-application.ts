import { z } from 'zod'
import { abilities, accounts, allows, authorize, deny, policy } from '../../src/auth.ts'
import { c, Model } from '../../src/models.ts'
import {
  any,
  body,
  del,
  get,
  group,
  handler,
  type HttpRequest,
  json,
  options,
  patch,
  post,
  put,
  routes,
} from '../../src/index.ts'
import { serve, type Served } from './serve.ts'
import type { Browser } from './browser.ts'

export class User extends Model('users', {
  id: c.id(),
  email: c.text().unique({ caseInsensitive: true }),
  password: c.text().hidden(),
  team_id: c.integer(),
  is_admin: c.boolean().default(false),
  is_blocked: c.boolean().default(false),
}) {}

export class Todo extends Model('todos', {
  id: c.id(),
  team_id: c.integer(),
  author_id: c.integer(),
  title: c.text(),
  archived: c.boolean().default(false),
}) {}

export const auth = accounts(User, { login: 'email', password: 'password' })

export const TodoPolicy = policy(
  auth,
  Todo,
  {
    viewAny: () => true,
    view: (user, todo) => todo.team_id === user.team_id,
    create: (user) => user.email !== 'cleo@example.com',
    update: async (user, todo) =>
      todo.author_id === user.id || deny('Only its author may change a todo'),
    delete: (user, todo) => todo.author_id === user.id && !todo.archived,
  },
  {
    before: (user) => (user.is_blocked ? false : user.is_admin || undefined),
    scope: (user, query) => query.where('team_id', user.team_id),
  },
)

const TodoForm = body(z.object({ title: z.string().min(1, 'Title is required') }))
const ManyForm = body(z.object({ ids: z.array(z.number()) }))

const show = handler({ todo: Todo }).run(async ({ todo }, request) =>
  json({ title: todo.title, can: await abilities(request, todo, TodoPolicy) }),
)
const update = handler({ todo: Todo, form: TodoForm }).run(async ({ todo, form }) => {
  await todo.update({ title: form.title })
  return 'updated'
})
const move = handler({ from: Todo, to: Todo }).run(({ from, to }) => `${from.id} to ${to.id}`)

export const web = routes.stated([
  post(
    '/enter/{user}',
    handler({ user: User }).run(async ({ user }, request) => {
      await auth.login(request, user)
      return 'in'
    }),
  ).public(),
  get(
    '/peek/{todo}',
    handler({ todo: Todo }).run(async ({ todo }, request) =>
      json([
        await allows(request, TodoPolicy.update, todo),
        await allows(request, TodoPolicy.create),
      ]),
    ),
  ).public(),
  get(
    '/check/{todo}',
    handler({ todo: Todo }).run(async ({ todo }, request) => {
      await authorize(request, TodoPolicy.view, todo)
      return 'seen'
    }),
  ).public(),
  get('/me', () => 'me')
    .signedIn()
    .middleware(auth.required),
  group('/todos', [
    get(
      '/',
      handler({ user: auth.user }).run(async ({ user }) =>
        json(
          await Todo.where('archived', false)
            .scope(TodoPolicy.scope(user))
            .orWhere('archived', false)
            .orderBy('id')
            .pluck('title'),
        ),
      ),
    ).can(TodoPolicy.viewAny),
    post('/', () => 'created').can(TodoPolicy.create),
    del(
      '/',
      handler({ user: auth.user, form: ManyForm }).run(async ({ user, form }) => {
        const todos = Todo.where('id', 'in', form.ids)
        return json(await todos.scope(TodoPolicy.scope(user)).delete())
      }),
    ).signedIn(),
    post('/archive', handler({ form: ManyForm }).run(archive)).signedIn(),
    get('/{todo}', show).can(TodoPolicy.view.hidden()),
    put('/{todo}', update).can(TodoPolicy.update),
    patch('/{todo}', update).can(TodoPolicy.update),
    options(
      '/{todo}',
      handler({ todo: Todo }).run(() => 'options'),
    ).can(TodoPolicy.update),
    del(
      '/{todo}',
      handler({ todo: Todo }).run(() => 'deleted'),
    ).can(TodoPolicy.delete),
    any(
      '/{todo}/any',
      handler({ todo: Todo }).run(() => 'any'),
    ).can(TodoPolicy.update),
    post('/{from}/to/{to}', move)
      .unscoped()
      .can(TodoPolicy.update, 'from')
      .can(TodoPolicy.view, 'to'),
  ]).middleware(auth.required),
])

/** Archives all of them or, if one may not be changed, none. */
async function archive({ form }: { form: { ids: readonly number[] } }, request: HttpRequest) {
  const todos = await Todo.where('id', 'in', form.ids).all()
  for (const todo of todos) await authorize(request, TodoPolicy.update, todo)
  for (const todo of todos) await todo.update({ archived: true })
  return json(todos.length)
}

/** The application with a team of Ada and Cleo, a team of Bob, and an administrator. */
export interface Teams extends AsyncDisposable {
  readonly served: Served
  readonly users: Readonly<Record<'ada' | 'bob' | 'cleo' | 'root', User>>
  readonly todos: Readonly<Record<'ofAda' | 'ofBob', Todo>>
  /** A program that is logged in. */
  as(user: User): Promise<Browser>
}

export async function serveTeams(databaseUrl: string): Promise<Teams> {
  const served = await serve({ routes: web }, { databaseUrl, tables: [User, Todo] })
  const join = (name: string, team_id: number, values: { is_admin?: boolean } = {}) =>
    User.create({ email: `${name}@example.com`, password: '', team_id, ...values })
  const ada = await join('ada', 1)
  const bob = await join('bob', 2)
  const cleo = await join('cleo', 1)
  const root = await join('root', 3, { is_admin: true })
  const ofAda = await Todo.create({ team_id: 1, author_id: ada.id, title: 'of Ada' })
  const ofBob = await Todo.create({ team_id: 2, author_id: bob.id, title: 'of Bob' })
  return {
    served,
    users: { ada, bob, cleo, root },
    todos: { ofAda, ofBob },
    as: async (user) => {
      const program = served.program()
      await program.post(`/enter/${user.id}`)
      return program
    },
    [Symbol.asyncDispose]: () => served[Symbol.asyncDispose](),
  }
}
