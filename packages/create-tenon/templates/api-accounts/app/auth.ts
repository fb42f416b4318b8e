import { accounts } from 'tenon/auth'
import { limit } from 'tenon/limits'
import { User } from './models/user.ts'

/**
 * Each token begins with `prefix`, so scanners for leaked secrets can tell where it belongs. Choose your own prefix.
 */
export const auth = accounts(User, {
  login: 'email',
  password: 'password',
  verifiedAt: 'verified_at',
  tokens: { prefix: 'app' },
})

/** Limits the requests of each token. The application does not start if a route uses it without `auth.token()`. */
export const perToken = limit({ limit: 100, per: '1m' }).by(auth.tokens)

/** Limits the registrations and logins from each IP address. */
export const perAddress = limit({ limit: 10, per: '1m' })

/** Each of these requests sends a mail, maybe to an address that a stranger has typed. */
export const mailsPerAddress = limit({ limit: 20, per: '10m' })
