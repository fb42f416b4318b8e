import { expectType, type Equal } from '../../data/columns/equal.test-d.ts'
import { c } from '../../data/columns/columns.ts'
import { Model } from '../../data/models/model.ts'
import { handler } from '../../web/binding/handler.ts'
import { provided } from '../../web/binding/provided.ts'
import type { HttpRequest } from '../../web/http/request.ts'
import { del, get, group, put } from '../../web/routing/route.ts'
import { routes } from '../../web/routing/route-list.ts'
import { policy } from './policy.ts'
import { abilities, allows, authorize } from './questions.ts'
import { deny } from './verdict.ts'

class User extends Model('users', { id: c.id(), admin: c.boolean() }) {}
class Todo extends Model('todos', { id: c.id(), author_id: c.integer() }) {}
class Note extends Model('notes', { id: c.id() }) {}

const user = provided<{ user: User }>('user', { identifies: true })
const login = user.middleware((_request, next) => next(ada))
declare const ada: User
declare const todo: Todo
declare const note: Note
declare const request: HttpRequest

export const TodoPolicy = policy(
  { user },
  Todo,
  {
    viewAny: () => true,
    create: (user) => {
      expectType<Equal<typeof user, User>>()
      return user.admin
    },
    update: (user, todo) => {
      expectType<Equal<typeof todo, Todo>>()
      return todo.author_id === user.id || deny('No')
    },
    delete: async (_user, todo) => todo.author_id === 1,
  },
  { before: (user) => user.admin || undefined },
)
expectType<Equal<typeof TodoPolicy.create.model, undefined>>()
expectType<Equal<typeof TodoPolicy.viewAny.model, undefined>>()
expectType<Equal<typeof TodoPolicy.update.model, typeof Todo>>()
expectType<Equal<typeof TodoPolicy.delete.model, typeof Todo>>()

// Questions take the record of an ability that judges one, and only that.
void allows(request, TodoPolicy.update, todo)
void authorize(request, TodoPolicy.create)
// @ts-expect-error -- the record is missing
void allows(request, TodoPolicy.update)
// @ts-expect-error -- a record of another model
void authorize(request, TodoPolicy.update, note)
// @ts-expect-error -- this ability judges no record
void allows(request, TodoPolicy.create, todo)

const can = await abilities(request, todo, TodoPolicy)
expectType<
  Equal<
    typeof can,
    {
      readonly viewAny: boolean
      readonly create: boolean
      readonly update: boolean
      readonly delete: boolean
    }
  >
>()
// @ts-expect-error -- a record of another model
void abilities(request, note, TodoPolicy)

// A policy's rules return a verdict, and `scope` is not a rule.
// @ts-expect-error -- neither a boolean nor a denial
policy({ user }, Todo, { view: () => 'yes' })
// @ts-expect-error -- `scope` is an option
policy({ user }, Todo, { scope: () => true })

const show = handler({ todo: Todo }).run(() => '')
const showNote = handler({ note: Note }).run(() => '')
routes([
  group('/todos', [
    get('/', () => '').can(TodoPolicy.viewAny),
    put('/{todo}', show).can(TodoPolicy.update),
    del('/{todo}', show).can(TodoPolicy.delete.hidden()).name('todos.destroy'),
  ]).middleware(login),
])
routes([
  // @ts-expect-error -- "/{note}" says .can(…) about a record of "todos", but its handler binds none
  get('/{note}', showNote).can(TodoPolicy.update).middleware(login),
])
routes([
  // @ts-expect-error -- no middleware before it provides {user}
  get('/{todo}', show).can(TodoPolicy.update),
])

// What `load` returns is the third parameter of rules, and what `context()` returns.
declare function roleIn(user: User, todo: Todo): Promise<'viewer' | 'owner' | null>
const Loading = policy(
  { user },
  Todo,
  {
    view: (_user, _todo, role) => {
      expectType<Equal<typeof role, 'viewer' | 'owner' | null>>()
      return role !== null
    },
    create: (each) => each.admin,
    close: async (_user, todo, role) => role === 'owner' && todo.author_id === 1,
  },
  { load: roleIn, scope: (each, todos) => todos.where('author_id', each.id) },
)
expectType<Equal<typeof Loading.view.model, typeof Todo>>()
expectType<Equal<typeof Loading.create.model, undefined>>()
expectType<Equal<Awaited<ReturnType<typeof Loading.context>>, 'viewer' | 'owner' | null>>()
policy(
  { user },
  Todo,
  { view: (_user, _todo, isMine) => isMine },
  {
    load: (each: User, todo: Todo) => todo.author_id === each.id,
  },
)
// @ts-expect-error -- `owner` is not one of the roles
policy({ user }, Todo, { view: (_user, _todo, role) => role === 'ownr' }, { load: roleIn })
// @ts-expect-error -- nothing is loaded
policy({ user }, Todo, { view: (_user, _todo, role) => role === 'owner' })
// The parameters of `load` need types, so that the compiler reads it before the rules.
const load = { load: (each: User, todo: Todo) => todo.author_id === each.id }
policy({ user }, Todo, { view: (_user, _todo, isMine) => isMine }, load)
// @ts-expect-error -- Add load to the options after the rules, and give its parameters types
policy({ user }, Todo, { view: (_user, _todo, is) => is }, { load: (each) => each.admin })
// @ts-expect-error -- a record of another model
void Loading.context(request, note)
// @ts-expect-error -- `context` is the function that returns what is loaded
policy({ user }, Todo, { context: () => true })
