import { Ignitor } from '@adonisjs/core'
import adonisrc from '../adonis/adonisrc.ts'
import { host, port } from '../work.ts'

/** The application of `../adonis` with other routes. */
const root = new URL('../adonis/', import.meta.url)
process.env['HOST'] = host
process.env['PORT'] = String(port)
const preloads = [
  { file: () => import('./adonis-routes.ts'), environment: ['web' as const] },
  { file: () => import('../adonis/start/kernel.ts'), environment: ['web' as const] },
]

await new Ignitor(root, { importer: (path) => import(path) })
  .tap((app) => app.rcContents({ ...adonisrc, preloads }))
  .httpServer()
  .start()
