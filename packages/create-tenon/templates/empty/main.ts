import { application } from 'tenon'
import { web } from './app/routes.ts'

export const app = application({
  root: import.meta.dirname,
  routes: web,
  models: {},
})
await app.run(process.argv.slice(2))
