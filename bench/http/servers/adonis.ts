import { Ignitor } from '@adonisjs/core'
import adonisrc from './adonis/adonisrc.ts'
import { databaseFile, host, port } from './work.ts'

/**
 * The application laid out like AdonisJS's starter kit, below `adonis`; this is its `bin/server`.
 */
const root = new URL('./adonis/', import.meta.url)
process.env['HOST'] = host
process.env['PORT'] = String(port)
process.env['DATABASE_FILE'] = databaseFile()

await new Ignitor(root, { importer: (path) => import(path) })
  .tap((app) => app.rcContents(adonisrc))
  .httpServer()
  .start()
