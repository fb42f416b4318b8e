import { accounts } from 'tenon/auth'
import { limit } from 'tenon/limits'
import { User } from './models/user.ts'

/** What each token begins with, `prefix`, tells scanners for leaked secrets where it belongs. Choose your own. */
export const auth = accounts(User, {
  login: 'email',
  password: 'password',
  tokens: { prefix: 'app' },
})

/** Limits the requests of each token. It does not boot on a route without `auth.token()` before it. */
export const perToken = limit({ limit: 100, per: '1m' }).by(auth.tokens)

/** Limits the registrations and logins of each address. */
export const perAddress = limit({ limit: 10, per: '1m' })
