import { limit } from 'tenon/limits'
import { accounts } from 'tenon/auth'
import { passkeys } from 'tenon/auth/passkeys'
import { brand } from '../resources/components/accounts/brand.ts'
import { tokenAbilities } from '../resources/components/accounts/token-abilities.ts'
import { User } from './models/user.ts'
import { sendNotice } from './security-notices.ts'
import {
  deadLink,
  lastLoginMethod,
  passkeyNotAccepted,
  tooManyAttempts,
  tooManyAttemptsForMinutes,
  wrongCode,
  wrongLogin,
} from '../resources/words/problems.ts'
import { leaveTeams } from './leave-teams.ts'

export const auth = accounts(User, {
  login: 'email',
  password: 'password',
  verifiedAt: 'verified_at',
  messages: {
    wrong: wrongLogin,
    tooMany: (seconds) =>
      seconds < 120
        ? tooManyAttempts({ seconds })
        : tooManyAttemptsForMinutes({ minutes: Math.ceil(seconds / 60) }),
    link: deadLink,
    code: wrongCode,
    passkey: passkeyNotAccepted,
    lastLoginMethod,
  },
  secondFactor: { issuer: brand },
  tokens: { abilities: tokenAbilities },
  notify: sendNotice,
  beforeErase: leaveTeams,
})

/** Passkeys are bound to the host of `APP_URL`: if you change it, all of them stop working. */
export const keys = passkeys(auth, { name: brand })

/** Limits the requests of each token. The application does not boot if a route uses it without `auth.token()`. */
export const perToken = limit({ limit: 100, per: '1m' }).by(auth.tokens)
