import { application, get, group, limit, post, routes } from '../../src/index.ts'

const login = limit(5)
  .per('1m')
  .by((request) => request.ip)
const busy = limit(3).per('30s').named('busy')

/** The application from the guide: a login limited to five attempts a minute. */
export const loginApplication = application({
  root: import.meta.dirname,
  routes: routes([
    get('/', () => 'home'),
    group('/login', [get('/', () => 'form'), post('/', () => 'tried')]).middleware(login),
    get('/both', () => 'both')
      .middleware(limit(100).per('1h').named('hourly'))
      .middleware(busy),
    get('/closed', () => 'closed').middleware(limit(5).per('1s').failClosed()),
  ]),
})
