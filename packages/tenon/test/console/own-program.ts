// An application that declares variables of its own, in a module that is loaded before it can run.
import { application, get, routes } from '../../src/index.ts'
import { env } from './own-variables.ts'

export const app = application({
  root: import.meta.dirname,
  routes: routes([get(`/${env.UPLOADS}`, () => 'kept')]),
})
await app.run(process.argv.slice(2))
