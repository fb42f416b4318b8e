import { application, get, group, post, routes } from '../../src/index.ts'
import { limit } from '../../src/limits.ts'

const login = limit({ limit: 5, per: '1m' }).by((request) => request.ip)
const busy = limit({ limit: 3, per: '30s' }).named('busy')

/** The application from the guide: a login limited to five attempts a minute. */
export const loginApplication = application({
  root: import.meta.dirname,
  routes: routes([
    get('/', () => 'home'),
    group('/login', [get('/', () => 'form'), post('/', () => 'tried')]).middleware(login),
    get('/both', () => 'both')
      .middleware(limit({ limit: 100, per: '1h' }).named('hourly'))
      .middleware(busy),
    get('/closed', () => 'closed').middleware(limit({ limit: 5, per: '1s' }).failClosed()),
  ]),
})
