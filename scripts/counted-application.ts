/**
 * The application that `count-files.ts` sends requests to: a todo list and a login. Only the record and the login use
 * the database, so the other requests show what a request needs by itself.
 */
import { DatabaseSync } from 'node:sqlite'
import { mock } from 'node:test'
import { application, body, get, group, handler, json, page, post, redirect, routes } from 'tenon'
import { accounts, hash } from 'tenon/auth'
import { c, Model } from 'tenon/models'
import { z } from 'zod'

class Todo extends Model('todos', { id: c.id(), title: c.text() }) {}

class User extends Model('users', {
  id: c.id(),
  email: c.text().unique(),
  password: c.text().hidden(),
}) {}

const auth = accounts(User, { login: 'email', password: 'password' })
const credentials = body(z.object({ login: z.string(), password: z.string() }))
const form = body(z.object({ title: z.string().min(1, 'Title is required') }))

const todos = [{ id: 1, title: 'Write' }]

const web = routes([
  get('/ping', () => 'pong'),
  get('/', () => page('Home'))
    .name('home')
    .middleware(auth.required),
  group('/todos', [
    get('/', () => page('Todos/Index', { todos })),
    get('/create', () => page('Todos/Create')).name('todos.create'),
    post(
      '/',
      handler({ form }).run(() => redirect('/todos')),
    ).name('todos.store'),
    get(
      '/{todo}',
      handler({ todo: Todo }).run(({ todo }) => json(todo)),
    ),
  ]),
  post(
    '/login',
    handler({ form: credentials }).run(async ({ form }, request) => {
      await auth.attempt(request, form)
      return redirect(await auth.destination(request))
    }),
  ).middleware(auth.guest),
])

// Stop intervals: on a busy machine, an interval of a few milliseconds would run during each request.
mock.timers.enable({ apis: ['setInterval'] })

await fill(process.env['DATABASE_URL']?.replace('sqlite:', '') ?? '')
await application({ root: import.meta.dirname, routes: web, session: { store: 'database' } }).run(
  [],
)

async function fill(file: string): Promise<void> {
  using database = new DatabaseSync(file)
  database.exec(`
    create table todos (id integer primary key autoincrement, title text not null) strict;
    create table users (
      id integer primary key autoincrement, email text not null unique, password text not null
    ) strict;
    insert into todos (title) values ('Write');
  `)
  const insert = database.prepare("insert into users (email, password) values ('ada', ?)")
  insert.run(await hash.make('a long password'))
}
