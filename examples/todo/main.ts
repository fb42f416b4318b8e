import { application } from 'tenon'
import { Todo } from './app/models/todo.ts'
import { web } from './app/routes.ts'
import { pruneDone } from './app/tasks/prune-done.ts'

export const app = application({
  root: import.meta.dirname,
  routes: web,
  models: { Todo },
  tasks: [pruneDone],
})
await app.run(process.argv.slice(2))
