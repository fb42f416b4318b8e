import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { IgnitorFactory } from '@adonisjs/core/factories'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { defineConfig as defineInertia } from '@adonisjs/inertia'
import BaseInertiaMiddleware from '@adonisjs/inertia/inertia_middleware'
import { defineConfig as defineAuth } from '@adonisjs/auth'
import type { InferAuthenticators } from '@adonisjs/auth/types'
import { sessionGuard, sessionUserProvider } from '@adonisjs/auth/session'
import { defineConfig as defineDatabase } from '@adonisjs/lucid'
import { BaseModel, column } from '@adonisjs/lucid/orm'
import { defineConfig as defineSession, stores } from '@adonisjs/session'
import { defineConfig as defineShield } from '@adonisjs/shield'
import { defineConfig as defineVite } from '@adonisjs/vite'
import { writeManifest } from '../manifest.ts'
import { assetVersion, take, type records } from '../records.ts'

declare module '@adonisjs/inertia/types' {
  interface InertiaPages {
    'Todos/Index': { todos: typeof records }
  }
}

const root = process.env['FOLDER'] ?? ''
const manifestFile = join(root, 'public/assets/.vite/manifest.json')
writeManifest(manifestFile, 'inertia')
mkdirSync(join(root, 'resources/views'), { recursive: true })
// The layout of its React starter kit.
writeFileSync(
  join(root, 'resources/views/inertia_layout.edge'),
  `<!DOCTYPE html>
<html>
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    @vite(['inertia/app.tsx', \`inertia/pages/\${page.component}.tsx\`])
    @inertiaHead()
  </head>
  <body>
    @inertia()
  </body>
</html>
`,
)

class InertiaMiddleware extends BaseInertiaMiddleware {
  share(context: HttpContext) {
    return { errors: context.inertia.always(this.getValidationErrors(context)) }
  }

  async handle(context: HttpContext, next: NextFn) {
    await this.init(context)
    const output = await next()
    this.dispose(context)
    return output
  }
}

Object.assign(process.env, {
  HOST: '127.0.0.1',
  PORT: process.env['SERVER_PORT'],
})
/**
 * What its starter kit runs around every page: flash data and errors, CSRF tokens, security
 * headers.
 */
const isWhole = process.env['STARTER_KIT'] === '1'
const wholeProviders = [
  () => import('@adonisjs/session/session_provider'),
  () => import('@adonisjs/shield/shield_provider'),
]
const wholeMiddleware = [
  () => import('@adonisjs/core/bodyparser_middleware'),
  () => import('@adonisjs/session/session_middleware'),
  () => import('@adonisjs/shield/shield_middleware'),
]

/** The same page behind a login: its guard, and the session in the database. */
const hasLogin = process.env['LOGIN'] === '1'
const loginProviders = [
  () => import('@adonisjs/lucid/database_provider'),
  () => import('@adonisjs/auth/auth_provider'),
]
const loginMiddleware = [() => import('@adonisjs/auth/initialize_auth_middleware')]

// Decorators are applied as functions, because Node cannot run their syntax.
class User extends BaseModel {
  declare id: number
  declare email: string
  declare password: string
}
User.boot()
column({ isPrimary: true })(User.prototype, 'id')
column()(User.prototype, 'email')
column({ serializeAs: null })(User.prototype, 'password')

const web = sessionGuard({
  useRememberMeTokens: false,
  provider: sessionUserProvider({ model: async () => ({ default: User }) }),
})

const authConfig = defineAuth({ default: 'web', guards: { web } })

declare module '@adonisjs/auth/types' {
  interface Authenticators extends InferAuthenticators<typeof authConfig> {}
}

async function logIn({ auth, response }: HttpContext) {
  await auth.use('web').login(await User.create({ email: 'ada@example.com', password: '' }))
  return response.redirect('/todos/1')
}

/** What the `auth` middleware of its starter kit does. */
async function requireLogin({ auth }: HttpContext, next: NextFn) {
  await auth.authenticateUsing(['web'], { loginRoute: '/login' })
  return next()
}

const ignitor = new IgnitorFactory()
  .withCoreProviders()
  .withCoreConfig()
  .merge({
    rcFileContents: {
      providers: [
        () => import('@adonisjs/core/providers/edge_provider'),
        () => import('@adonisjs/vite/vite_provider'),
        () => import('@adonisjs/inertia/inertia_provider'),
        ...(isWhole ? wholeProviders : []),
        ...(hasLogin ? loginProviders : []),
      ],
    },
    config: {
      session: hasLogin
        ? defineSession({ store: 'database', stores: { database: stores.database() } })
        : defineSession({ store: 'cookie', stores: { cookie: stores.cookie() } }),
      auth: authConfig,
      database: defineDatabase({
        connection: 'sqlite',
        connections: {
          sqlite: {
            client: 'better-sqlite3',
            connection: { filename: join(root, 'database.sqlite') },
            useNullAsDefault: true,
          },
        },
      }),
      shield: defineShield({
        csrf: {
          enabled: true,
          enableXsrfCookie: true,
          methods: ['POST', 'PUT', 'PATCH', 'DELETE'],
        },
      }),
      inertia: defineInertia({ assetsVersion: assetVersion }),
      vite: defineVite({ manifestFile, buildDirectory: join(root, 'public/assets') }),
    },
  })
  .preload(async (app) => {
    const router = await app.container.make('router')
    const server = await app.container.make('server')
    server.use([async () => ({ default: InertiaMiddleware })])
    if (isWhole) router.use([...wholeMiddleware, ...(hasLogin ? loginMiddleware : [])])
    const page = router.get('/todos/:count', ({ inertia, params }) =>
      inertia.render('Todos/Index', { todos: take(params['count']) }),
    )
    if (!hasLogin) return
    page.use(requireLogin)
    router.get('/login', logIn)
    const db = await app.container.make('lucid.db')
    await db.rawQuery('pragma journal_mode = wal')
    await db.rawQuery('pragma synchronous = normal')
    await db.rawQuery('create table users (id integer primary key, email text, password text)')
    await db.rawQuery('create table sessions (id text primary key, data text, expires_at integer)')
    await db.rawQuery('create index sessions_expire on sessions (expires_at)')
  })
  .create(pathToFileURL(`${root}/`), { importer: (path) => import(path) })
await ignitor.httpServer().start()
