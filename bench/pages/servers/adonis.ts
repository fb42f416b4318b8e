import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { IgnitorFactory } from '@adonisjs/core/factories'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { defineConfig as defineInertia } from '@adonisjs/inertia'
import BaseInertiaMiddleware from '@adonisjs/inertia/inertia_middleware'
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
      ],
    },
    config: {
      session: defineSession({ store: 'cookie', stores: { cookie: stores.cookie() } }),
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
    if (isWhole) router.use(wholeMiddleware)
    router.get('/todos/:count', ({ inertia, params }) =>
      inertia.render('Todos/Index', { todos: take(params['count']) }),
    )
  })
  .create(pathToFileURL(`${root}/`), { importer: (path) => import(path) })
await ignitor.httpServer().start()
