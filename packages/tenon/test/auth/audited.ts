/** An application for the test of `routes --audit`, run as a process. */
import { application, get, routes, signed } from '../../src/index.ts'
import { limit } from '../../src/limits.ts'
import { auth, TodoPolicy } from './policies-application.ts'

const web = routes([
  get('/', () => '').public(),
  get('/forgotten', () => '').unscoped(),
  get('/me', () => '')
    .signedIn()
    .middleware(auth.required)
    .middleware(limit({ limit: 5, per: '1m' }).named('me')),
  get('/todos', () => '')
    .name('todos.index')
    .can(TodoPolicy.viewAny)
    .can(TodoPolicy.create)
    .middleware(auth.required),
  get('/api/me', () => '')
    .signedIn()
    .middleware(auth.token()),
  get('/shared', () => '')
    .public()
    .middleware(signed),
])

await application({ root: import.meta.dirname, routes: web }).run(process.argv.slice(2))
