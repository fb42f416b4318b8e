import { application } from 'tenon'
import { User } from './app/models/user.ts'
import { problems, toProblem } from './app/problems.ts'
import { web } from './app/routes.ts'

export const app = application({
  root: import.meta.dirname,
  routes: web,
  models: { User },
  renderError: toProblem,
  mail: { from: { name: 'My App', address: 'no-reply@example.com' } },
  openapi: { title: 'My App', version: '1.0.0', errors: problems },
})
await app.run(process.argv.slice(2))
