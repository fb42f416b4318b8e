import { Forbidden, ValidationFailed } from '../../../base/support/http-error.ts'
import type { AnyRecord } from '../../../data/records/entity.ts'
import type { HttpRequest } from '../../../web/http/request.ts'
import { type AccountsSetup, say } from '../authentication/accounts-options.ts'
import type { Authentication } from '../authentication/authentication.ts'
import { tellLogin } from '../authentication/current-login.ts'
import type { Factor } from '../authentication/logins/logins.ts'
import type { PasswordAttempts } from '../authentication/password-attempts.ts'
import type { Users } from '../authentication/users.ts'
import type { SecondFactor } from '../second-factor/second-factor.ts'

/** The credentials that a program sends. */
export interface ProgramCredentials {
  readonly login: string
  readonly password: string
  /** A code of the authenticator app, or a recovery code. Only users with a second factor need one. */
  readonly code?: string | undefined
}

/** Credentials that were right. */
export interface VerifiedCredentials<User> {
  readonly user: User
  /** Calls `onLogin`, in the transaction that stores the token. */
  readonly admit: () => Promise<void>
  /** Reports the login, once the token is committed. */
  readonly tell: () => void
}

/** Checks the credentials of a program. */
export type VerifyCredentials<User> = (
  request: HttpRequest,
  credentials: ProgramCredentials,
) => Promise<VerifiedCredentials<User>>

interface VerificationParts<User extends AnyRecord> {
  readonly setup: AccountsSetup<User>
  readonly users: Users<User>
  readonly passwords: PasswordAttempts<User>
  readonly authentication: Authentication<User>
  readonly secondFactor: SecondFactor<User> | undefined
}

/** Checks password and code in one request, without a session or a cookie. */
export async function verifyCredentials<User extends AnyRecord>(
  parts: VerificationParts<User>,
  request: HttpRequest,
  { code = '', ...password }: ProgramCredentials,
): Promise<VerifiedCredentials<User>> {
  const user = await parts.passwords.find(request, password)
  const factor = await verifyFactor(parts, request, { user, code })
  const { authentication } = parts
  const proved = { proof: 'password', factor } as const
  return {
    user,
    admit: () => authentication.admit(request, user, proved),
    tell: () => tellLogin(request, { userKey: parts.users.keyOf(user), ...proved }),
  }
}

/** The second factor that was given; `undefined` if the user has none. */
async function verifyFactor<User extends AnyRecord>(
  { setup, users, authentication, secondFactor }: VerificationParts<User>,
  request: HttpRequest,
  { user, code }: { readonly user: User; readonly code: string },
): Promise<Factor | undefined> {
  const userKey = users.keyOf(user)
  if (!(await authentication.hasFactor(userKey))) return undefined
  if (!(await secondFactor?.['~isEnabled'](userKey))) {
    throw new Forbidden('Log in with your passkey, in a browser')
  }
  if (code === '') throw new ValidationFailed({ code: say(setup.messages.codeNeeded) })
  return secondFactor?.['~prove'](request, user, code)
}
