import { del, get, group, post } from 'tenon'
import { limit } from 'tenon/limits'
import { auth } from './auth.ts'
import * as providers from './controllers/accounts/providers.ts'

/** Each of these requests makes this application send requests to the provider. */
const visitsPerClient = limit({ limit: 30, per: '10m' }).by((request) => request.ip)

export const providerRoutes = [
  post('/login/{provider}', providers.login)
    .name('providers.login')
    .middleware(visitsPerClient)
    .middleware(auth.guest)
    .public(),
  group('/login/{provider}/callback', [
    get('/', providers.callback).name('providers.callback').middleware(visitsPerClient),
    // Apple sends the browser back with a form from its own site.
    post('/', providers.form).name('providers.form').allowCrossOrigin(),
  ]).public(),

  post('/confirm-password/{provider}', providers.confirm)
    .name('providers.confirm')
    .middleware(auth.required)
    .signedIn(),
  group('/settings/providers', [
    post('/{provider}', providers.connect).name('providers.connect'),
    del('/{identity}', providers.disconnect).name('providers.disconnect').formPage('settings.show'),
  ])
    .middleware(auth.verified)
    .middleware(auth.confirmed('15m'))
    .signedIn(),
] as const
