import { application } from 'tenon'
import { Todo } from './app/models/todo.ts'
import { problems, toProblem } from './app/problems.ts'
import { web } from './app/routes.ts'
import { pruneDone } from './app/tasks/prune-done.ts'

export const app = application({
  root: import.meta.dirname,
  routes: web,
  models: { Todo },
  tasks: [pruneDone],
  renderError: toProblem,
  openapi: { title: 'My App', version: '1.0.0', errors: problems },
})
await app.run(process.argv.slice(2))
