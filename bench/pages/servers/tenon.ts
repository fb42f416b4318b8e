import { join } from 'node:path'
import type * as Auth from '../../../packages/tenon/src/auth.ts'
import type * as Data from '../../../packages/tenon/src/database.ts'
import type * as Tenon from '../../../packages/tenon/src/index.ts'
import type * as Models from '../../../packages/tenon/src/models.ts'
import { writeManifest } from '../manifest.ts'
import { assetVersion, take } from '../records.ts'

/** A built package: by default this repository's, or another build to compare with. */
const folder = process.env['TENON_DIST'] ?? new URL('../../../packages/tenon/dist', import.meta.url)
const tenon: typeof Tenon = await import(`${String(folder)}/index.js`)
const { application, get, handler, page, redirect, routes } = tenon
const { accounts }: typeof Auth = await import(`${String(folder)}/auth.js`)
const { currentDatabase, sql }: typeof Data = await import(`${String(folder)}/database.js`)
const { c, Model }: typeof Models = await import(`${String(folder)}/models.js`)

const root = process.env['FOLDER'] ?? ''
writeManifest(join(root, 'public/.vite/manifest.json'), 'resources')

Object.assign(process.env, {
  APP_ENV: 'production',
  APP_KEY: 'a key of the benchmark, of 32 bytes at least',
  ASSET_VERSION: assetVersion,
  DATABASE_URL: `sqlite:${join(root, 'database.sqlite')}`,
  LOG_LEVEL: 'warn',
  SERVER_HOST: '127.0.0.1',
})
const web = routes([
  get('/todos/{count}', (request) => page('Todos/Index', { todos: take(request.param('count')) })),
])

class User extends Model('users', {
  id: c.id(),
  email: c.text().unique(),
  password: c.text().hidden(),
}) {}
const auth = accounts(User, { login: 'email', password: 'password' })
/** The same page behind a login, as the kit with accounts keeps it: the session in the database. */
const forUsers = routes([
  get('/login', async (request) => {
    await currentDatabase().query(sql`create table if not exists users
      (id integer primary key, email text not null, password text not null)`)
    await auth.login(request, await User.create({ email: 'ada@example.com', password: '' }))
    return redirect('/todos/1')
  }),
  get(
    '/todos/{count}',
    handler({ user: auth.user }).run((_, request) =>
      page('Todos/Index', { todos: take(request.param('count')) }),
    ),
  ).middleware(auth.required),
])

const hasLogin = process.env['LOGIN'] === '1'
await application({
  root,
  routes: hasLogin ? forUsers : web,
  models: hasLogin ? { User } : {},
  ...(hasLogin && { session: { store: 'database' } }),
}).run([])
