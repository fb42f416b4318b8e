import { application, get, group, handler, post, routes } from '../../src/index.ts'
import { limit } from '../../src/cache.ts'

const login = limit(5)
  .per('1m')
  .by((request) => request.ip)
const busy = limit(3).per('30s').named('busy')

/** The application of the guide: a login that may be tried five times a minute. */
export const loginApplication = application({
  root: import.meta.dirname,
  routes: routes([
    get('/', () => 'home'),
    group('/login', [
      get('/', () => 'form'),
      post(
        '/',
        handler(() => 'tried'),
      ),
    ]).middleware(login),
    get('/both', () => 'both')
      .middleware(limit(100).per('1h').named('hourly'))
      .middleware(busy),
    get('/closed', () => 'closed').middleware(limit(5).per('1s').failClosed()),
  ]),
})
