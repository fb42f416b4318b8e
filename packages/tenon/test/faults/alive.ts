// An application with a timer that keeps its process alive.
import { application, get, routes } from '../../src/index.ts'
import { task, tasks } from '../../src/schedule.ts'

setInterval(() => {}, 60_000)

export const app = application({
  root: import.meta.dirname,
  schedule: tasks([task('tick', () => {}).everySecond()]),
  routes: routes([get('/', () => 'pong')]),
})
await app.run(process.argv.slice(2))
