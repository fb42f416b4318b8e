import { application } from 'tenon'
import { Todo } from './app/models/todo.ts'
import { web } from './app/routes.ts'
import { schedule } from './app/schedule.ts'

export const app = application({
  root: import.meta.dirname,
  routes: web,
  models: { Todo },
  schedule,
})
await app.run(process.argv.slice(2))
