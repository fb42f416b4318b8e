// An application with a timer that keeps its process alive.
import { application, get, routes } from '../../src/index.ts'
import { task } from '../../src/schedule.ts'

setInterval(() => {}, 60_000)

export const app = application({
  root: import.meta.dirname,
  tasks: [
    task('tick')
      .every('1s')
      .run(() => {}),
  ],
  routes: routes([get('/', () => 'pong')]),
})
await app.run(process.argv.slice(2))
