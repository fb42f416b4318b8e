import { tellSecurityEvent } from '../../base/log/security-events.ts'
import type { Duration } from '../../base/support/duration.ts'
import { Forbidden } from '../../base/support/http-error.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import {
  entityOf,
  type AnyModel,
  type AnyRecord,
  type InstanceOf,
} from '../../data/records/entity.ts'
import { forgetActor } from '../../data/models/audits/audit-entries.ts'
import type { RequestBinding } from '../../web/binding/binding.ts'
import { derive } from '../../web/binding/derive.ts'
import { provided, type Provided } from '../../web/binding/provided.ts'
import type { HttpRequest } from '../../web/http/request.ts'
import type { Middleware } from '../../web/routing/handler.ts'
import { AccountLogins } from './account-logins.ts'
import {
  toAccountsSetup,
  type AccountsOptions,
  type AccountsSetup,
} from './authentication/accounts-options.ts'
import { Attempts } from './authentication/attempts.ts'
import { Authentication } from './authentication/authentication.ts'
import {
  forgetDestination,
  type GuardParts,
  requireConfirmed,
  requireGuest,
  requireLogin,
  requireVerified,
  type StrictGuard,
  takeDestination,
} from './login-guards.ts'
import { AccountLinks } from './links/account-links.ts'
import { Notices } from './authentication/notices.ts'
import { PasswordAttempts } from './authentication/password-attempts.ts'
import { hash } from '../passwords/hash.ts'
import { SecondFactor } from './second-factor/second-factor.ts'
import { verifyCredentials } from './tokens/verify-credentials.ts'
import { requireToken, type TokenGuard } from './tokens/token-guard.ts'
import { Tokens } from './tokens/tokens.ts'
import { Users } from './authentication/users.ts'
import { LoginMethods } from './authentication/login-methods.ts'

/** What a login form has sent. */
export interface Credentials {
  readonly login: string
  readonly password: string
  /** Whether the browser stays logged in after its session has ended. Default `false`. */
  readonly remember?: boolean | undefined
}

/** How a user is logged in. */
export type LoginOptions = Pick<Credentials, 'remember'>

/**
 * Logging in, for the users of one model: `export const auth = accounts(User, { login: 'email', password:
 * 'password' })`.
 *
 * Throws `E_ACCOUNTS` for unsafe or impossible options, `E_COLUMN_UNKNOWN` and `E_COLUMN_NOT_UNIQUE`.
 */
export function accounts<M extends AnyModel, const Ability extends string = string>(
  model: M,
  options: AccountsOptions<M, Ability>,
): Accounts<InstanceOf<M>, Ability> {
  const setup = toAccountsSetup(model, options)
  const entity = entityOf(model)
  const users = new Users(entity, setup)
  entity.account = {
    ...setup.columns,
    findValid: (logins) => users.findValid(logins),
    beforeErase: options.beforeErase,
  }
  return new Accounts(setup, users)
}

/** What the passkeys and providers of these accounts build on. */
export interface AccountsParts<User extends AnyRecord> {
  readonly setup: AccountsSetup<User>
  readonly users: Users<User>
  readonly attempts: Attempts
  readonly authentication: Authentication<User>
  readonly loginMethods: LoginMethods<User>
  readonly notices: Notices<User>
  /** Adds a function that deletes other data of a user, besides the logins. `forget` calls it with the user's key. */
  readonly onForget: (remove: RemoveKept) => void
}

/** Deletes data of a user other than the record and the logins. */
type RemoveKept = (userKey: string) => Promise<unknown>

/** The accounts of an application: bindings, middleware, and functions of the request. */
export class Accounts<User extends AnyRecord, Ability extends string = string> {
  /**
   * Binds the user who is logged in: `handler({ user: auth.user })`. Without `required`, `verified`,
   * `confirmed` or `token` on the route or one of its groups, such a handler does not compile and does not boot.
   */
  readonly user: Provided<{ user: User }, true>
  /** Binds the user who is logged in, or `null` for a guest. */
  readonly optionalUser: RequestBinding<User | null>
  /** Middleware for routes that need a login. Guests are sent to the login page; programs get 401. */
  readonly required: Middleware<{ user: User }, true>
  /** Middleware for routes that only guests may use. Users are sent to the home page; programs get 403. */
  readonly guest: Middleware & { readonly refuses: readonly [403] }
  /** The browsers in which users are logged in: list and end them. */
  readonly logins: AccountLogins<User>
  /** Links for mails: verification, password reset, login, change of address. */
  readonly links: AccountLinks<User>
  /** Tokens for programs: log in by password, issue, list and revoke them. */
  readonly tokens: Tokens<User, Ability>
  readonly #setup: AccountsSetup<User>
  readonly #users: Users<User>
  readonly #attempts: Attempts
  readonly #passwords: PasswordAttempts<User>
  readonly #notices: Notices<User>
  readonly #authentication: Authentication<User>
  readonly #loginMethods: LoginMethods<User>
  readonly #secondFactor: SecondFactor<User> | undefined
  readonly #kept: RemoveKept[]

  constructor(setup: AccountsSetup<User>, users: Users<User>) {
    this.#setup = setup
    this.#users = users
    this.#attempts = new Attempts(setup)
    this.#notices = new Notices(users, (...mail) => this.#attempts.mayMail(...mail), setup.notify)
    this.#authentication = new Authentication(users, this.#notices, setup)
    this.#passwords = new PasswordAttempts({
      setup,
      users,
      attempts: this.#attempts,
      authentication: this.#authentication,
    })
    this.#loginMethods = new LoginMethods(users, setup)
    this.logins = new AccountLogins(this.#authentication, users)
    this.links = new AccountLinks({
      setup,
      users,
      attempts: this.#attempts,
      authentication: this.#authentication,
      notices: this.#notices,
      removeCredentials: (user) => this.#removeCredentials(user),
      revokeTokens: (user) => this.tokens['~revokeAll'](user),
      tokenUserOf: (request) => this.tokens['~userOf'](request),
    })
    const secondFactor = this.#createSecondFactor()
    this.#secondFactor = secondFactor
    const verificationParts = {
      setup,
      users,
      passwords: this.#passwords,
      authentication: this.#authentication,
      secondFactor,
    }
    this.tokens = new Tokens(setup, {
      users,
      notices: this.#notices,
      verifyCredentials: (...sent) => verifyCredentials(verificationParts, ...sent),
    })
    this.#kept = [
      (userKey) => this.tokens['~remove'](userKey),
      async (userKey) => this.#secondFactor?.['~remove'](userKey),
    ]
    this.user = provided<{ user: User }>('user', { identifies: true, remedy })
    this.optionalUser = derive((request) => this.current(request))
    this.required = requireLogin(this.#guardParts)
    this.guest = requireGuest(this.#guardParts)
  }

  /**
   * Middleware like `required` for routes that need a verified address. Users without one are sent to
   * `paths.verify`; programs get 403. Throws `E_ACCOUNTS` without the option `verifiedAt`.
   */
  get verified(): StrictGuard<User> {
    return requireVerified(this.#guardParts)
  }

  /**
   * Middleware like `required` for routes that need a recent proof of who the user is: a login or
   * `confirm`, not longer than `within` ago. Others are sent to `paths.confirm`; programs get 403.
   */
  confirmed(within: Duration): StrictGuard<User> {
    return requireConfirmed(this.#guardParts, within)
  }

  /**
   * Middleware for routes that programs call with a token: `auth.token('orders:write')`. The token has to
   * have all these abilities; without them the answer is 403, without a valid token 401. A login does
   * not count.
   */
  token<const Needed extends readonly Ability[]>(...abilities: Needed): TokenGuard<User, Needed> {
    return requireToken({ tokens: this.tokens, user: this.user }, abilities)
  }

  /** The user who is logged in, or `null`. Looked up once per request. */
  async current(request: HttpRequest): Promise<User | null> {
    return (await this.#authentication.current(request))?.user ?? null
  }

  /**
   * Logs a user in by password and returns the user.
   *
   * Throws `ValidationFailed` for an unknown user and for a wrong password, with the same message and after the same
   * time. If the user has a second factor, the login is not complete yet: `destination` leads to the page that asks for
   * it. After too many attempts it throws `ValidationFailed` for a page and `TooManyRequests` for a program, whether or
   * not the password is right.
   */
  async attempt(request: HttpRequest, credentials: Credentials): Promise<User> {
    const { remember = false } = credentials
    const user = await this.#passwords.find(request, credentials)
    await this.#authentication.begin(request, user, { proof: 'password', isRemembered: remember })
    return user
  }

  /**
   * Logs in a user whom the application has identified, for example after a registration. A user with a second factor
   * still has to give it. Throws `Forbidden` if `isActive` refuses the user.
   */
  async login(
    request: HttpRequest,
    user: User,
    { remember = false }: LoginOptions = {},
  ): Promise<void> {
    if (!this.#users.isActive(user)) throw new Forbidden('The user may not log in')
    const beginning = { proof: 'application', isRemembered: remember } as const
    await this.#authentication.begin(request, user, beginning)
  }

  /** Ends the login of this browser and its session. */
  logout(request: HttpRequest): Promise<void> {
    forgetDestination(request)
    return this.#authentication.end(request)
  }

  /**
   * Deletes everything that is kept about a user except the record: logins, tokens, second factor, passkeys and
   * accounts at providers. Audit entries no longer say who the user was. Call it when you delete a user: a database may
   * give the same key to another user.
   */
  async forget(user: User): Promise<void> {
    const { account, database } = this.#setup
    await this.logins.endAll(user)
    await this.#removeCredentials(user)
    await forgetActor(database, { table: account, key: this.#users.keyOf(user) })
  }

  /** Deletes everything with which a user can log in, except the password. */
  async #removeCredentials(user: User): Promise<void> {
    const userKey = this.#users.keyOf(user)
    for (const remove of this.#kept) await remove(userKey)
  }

  /**
   * Asks a logged-in user for the password again, for routes behind `confirmed`. Throws `ValidationFailed` if it is
   * wrong. After too many attempts it throws as `attempt` does.
   */
  async confirm(request: HttpRequest, password: string): Promise<void> {
    const current = await this.#authentication.get(request)
    await this.#passwords.confirm(request, current, password)
    await this.#authentication.confirm(request, current)
  }

  /** Gives the logged-in user a new password and ends the logins in all other browsers. */
  async changePassword(request: HttpRequest, password: string): Promise<void> {
    const current = await this.#authentication.get(request)
    await this.#authentication.changePassword(request, current, await hash.make(password))
    tellSecurityEvent(request, {
      event: 'password.changed',
      message: 'A user has changed the password',
      fields: { user: current.login.userKey },
    })
  }

  /**
   * Runs work in a transaction. Throws `Unauthorized` if the login of this browser has ended, or its user has another
   * password, since the request began: the files of a body may arrive much later. Use it for work that cannot be
   * undone.
   */
  async whileLoggedIn<Result>(request: HttpRequest, work: () => Promise<Result>): Promise<Result> {
    return this.#authentication.whileLoggedIn(await this.#authentication.get(request), work)
  }

  /**
   * The path to go to after a login: the page that asks for the second factor if the user has one, else the page that
   * the browser wanted, else the home page.
   */
  async destination(request: HttpRequest): Promise<string> {
    if (await this.#authentication.isPending(request)) return this.#setup.paths.secondFactor
    return takeDestination(request) ?? this.#setup.paths.home
  }

  /** Codes of authenticator apps. Throws `E_ACCOUNTS` without the option `secondFactor`. */
  get secondFactor(): SecondFactor<User> {
    if (this.#secondFactor !== undefined) return this.#secondFactor
    throw new SetupError(
      'E_ACCOUNTS',
      `The accounts of "${this.#setup.account}" have no second factor. Turn it on: accounts(…, { secondFactor: { issuer: 'My application' } }).`,
    )
  }

  #createSecondFactor(): SecondFactor<User> | undefined {
    const { issuer } = this.#setup
    if (issuer === undefined) return undefined
    return new SecondFactor({
      setup: this.#setup,
      issuer,
      users: this.#users,
      attempts: this.#attempts,
      authentication: this.#authentication,
      notices: this.#notices,
    })
  }

  /** For `tenon/auth/passkeys` and `tenon/auth/oauth`. */
  get '~parts'(): AccountsParts<User> {
    return {
      setup: this.#setup,
      users: this.#users,
      attempts: this.#attempts,
      authentication: this.#authentication,
      loginMethods: this.#loginMethods,
      notices: this.#notices,
      onForget: (remove) => void this.#kept.push(remove),
    }
  }

  get #guardParts(): GuardParts<User> {
    return {
      setup: this.#setup,
      users: this.#users,
      authentication: this.#authentication,
      user: this.user,
    }
  }
}

/** The end of the message about a handler that binds the user on a route without a login. */
const remedy = 'Nothing requires a login: add auth.required to the route or to one of its groups.'
