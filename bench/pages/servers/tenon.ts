import { join } from 'node:path'
import type * as Tenon from '../../../packages/tenon/src/index.ts'
import { writeManifest } from '../manifest.ts'
import { assetVersion, take } from '../records.ts'

/** A built package: by default this repository's, or another build to compare with. */
const folder = process.env['TENON_DIST'] ?? new URL('../../../packages/tenon/dist', import.meta.url)
const tenon: typeof Tenon = await import(`${String(folder)}/index.js`)
const { application, get, page, routes } = tenon

const root = process.env['FOLDER'] ?? ''
writeManifest(join(root, 'public/.vite/manifest.json'), 'resources')

Object.assign(process.env, {
  APP_ENV: 'production',
  APP_KEY: 'a key of the benchmark, of 32 bytes at least',
  ASSET_VERSION: assetVersion,
  DATABASE_URL: 'sqlite::memory:',
  LOG_LEVEL: 'warn',
  SERVER_HOST: '127.0.0.1',
})
const web = routes([
  get('/todos/{count}', (request) => page('Todos/Index', { todos: take(request.param('count')) })),
])
await application({ root, routes: web }).run([])
