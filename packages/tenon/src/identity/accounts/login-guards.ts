import { toMs, type Duration } from '../../base/support/duration.ts'
import { Forbidden, Unauthorized } from '../../base/support/http-error.ts'
import { whenReady } from '../../base/support/maybe-promise.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import type { AnyRecord } from '../../data/records/entity.ts'
import type { Provided } from '../../web/binding/provided.ts'
import { toWanted } from '../../web/http/accept.ts'
import { isLocalPath, redirect, sendAway, toLocalReferer } from '../../web/http/redirect.ts'
import type { Reply } from '../../web/http/reply.ts'
import type { HttpRequest } from '../../web/http/request.ts'
import type { Middleware } from '../../web/routing/handler.ts'
import { nameFunction } from '../../base/support/values/name-function.ts'
import { toHostCookieName, toPrivate } from '../session/sealed-cookie.ts'
import type { AccountsSetup } from './authentication/accounts-options.ts'
import type { Authentication } from './authentication/authentication.ts'
import type { LoggedIn } from './authentication/logins/logins.ts'
import type { Users } from './authentication/users.ts'

/** What the middleware of accounts needs. */
export interface GuardParts<User extends AnyRecord> {
  readonly setup: AccountsSetup<User>
  readonly users: Users<User>
  readonly authentication: Authentication<User>
  /** The user that the middleware provides. */
  readonly user: Provided<{ user: User }, true>
}

/** Middleware that provides the user, and answers 403 if the user may not pass. */
export type StrictGuard<User> = Middleware<{ user: User }, true> & {
  readonly refuses: readonly [403]
}

/** Lets only logged-in users through. */
export function requireLogin<User extends AnyRecord>(
  parts: GuardParts<User>,
): Middleware<{ user: User }, true> {
  return nameFunction(
    guard(parts, () => undefined),
    'auth.required',
  )
}

/** Lets only users with a verified address through. */
export function requireVerified<User extends AnyRecord>(
  parts: GuardParts<User>,
): StrictGuard<User> {
  const { account, paths, columns } = parts.setup
  if (columns.verifiedAt === undefined) throw withoutVerification(account)
  const refusal = { path: paths.verify, message: 'Verify your address first' }
  const isVerified = guard(parts, ({ user }) =>
    parts.users.isVerified(user) ? undefined : refusal,
  )
  return Object.assign(nameFunction(isVerified, 'auth.verified'), forbidding)
}

/** Lets only users through who have proved who they are within the given time. */
export function requireConfirmed<User extends AnyRecord>(
  parts: GuardParts<User>,
  within: Duration,
): StrictGuard<User> {
  const withinMs = toMs(within, 'time since the last confirmation')
  const refusal = { path: parts.setup.paths.confirm, message: 'Confirm your password first' }
  const isConfirmed = guard(parts, ({ login }) =>
    Date.now() - login.confirmedAt < withinMs ? undefined : refusal,
  )
  return Object.assign(nameFunction(isConfirmed, `auth.confirmed('${within}')`), forbidding)
}

/** Lets only guests through. */
export function requireGuest<User extends AnyRecord>({
  setup,
  authentication,
}: GuardParts<User>): Middleware & typeof forbidding {
  const requireGuest: Middleware = async (request, next) => {
    if ((await authentication.current(request)) === null) return next()
    if (toWanted(request) === 'json') throw new Forbidden('You are logged in already')
    return redirect(setup.paths.home)
  }
  return Object.assign(nameFunction(requireGuest, 'auth.guest'), forbidding)
}

const forbidding = { refuses: [403] } as const

/** Why a user may not pass, and the page where the user can change that. */
interface Refusal {
  readonly path: string
  readonly message: string
}

/** Middleware that provides the user, if one is logged in and `judge` does not refuse. */
function guard<User extends AnyRecord>(
  { setup, authentication, user }: GuardParts<User>,
  judge: (current: LoggedIn<User>) => Refusal | undefined,
): Middleware<{ user: User }, true> {
  const turnAway = async (request: HttpRequest): Promise<Reply> => {
    const { login, secondFactor } = setup.paths
    const path = (await authentication.isPending(request)) ? secondFactor : login
    return sendTo(request, path, new Unauthorized('Log in first'))
  }
  const requireUser = user.middleware((request, next) =>
    whenReady(authentication.current(request), (current) => {
      if (current === null) return turnAway(request)
      const refusal = judge(current)
      if (refusal === undefined) return next(current.user)
      return sendTo(request, refusal.path, new Forbidden(refusal.message))
    }),
  )
  // A login writes sealed cookies, so it needs the key, whichever store keeps the sessions.
  return Object.assign(requireUser, { credentials: 'session', needsKey: true } as const)
}

/** Sends a browser to another page and keeps the path, so that it can return. A program gets the error. */
function sendTo(request: HttpRequest, path: string, error: Unauthorized | Forbidden): Reply {
  if (toWanted(request) === 'json') throw error
  keepDestination(request)
  return sendAway(path)
}

/**
 * Keeps where a browser wanted to go while it is sent to log in: always a path of our own. A cookie keeps it, not the
 * session, because anybody can ask for a protected page: with sessions in memory, 50,000 such requests would displace
 * everybody's logins.
 */
function keepDestination(request: HttpRequest): void {
  if (request.header('purpose') === 'prefetch') return
  const path = request.isRead ? request.target : toLocalReferer(request)
  if (path === undefined || !isDestination(path)) return
  const name = toCookieName(request)
  request.beforeSend((reply) => toPrivate(reply).cookie(name, path, { maxAge }))
}

/** Returns that path, once. It is checked again, because the browser may have changed the cookie. */
export function takeDestination(request: HttpRequest): string | undefined {
  const path = request.cookie(toCookieName(request))
  forgetDestination(request)
  return path !== undefined && isDestination(path) ? path : undefined
}

/** Deletes the cookie, if there is one: the next user of this browser may be somebody else. */
export function forgetDestination(request: HttpRequest): void {
  const name = toCookieName(request)
  if (!request.cookies.has(name)) return
  request.beforeSend((reply) => toPrivate(reply).clearCookie(name))
}

function isDestination(path: string): boolean {
  return isLocalPath(path) && path.length <= longestPath
}

/** Encoding can triple its length, which a cookie can still hold. */
const longestPath = 1000
/** Long enough to register and to verify the address. */
const maxAge = '1h'

function toCookieName(request: HttpRequest): string {
  return toHostCookieName(request, 'tenon_destination')
}

function withoutVerification(account: string): SetupError {
  return new SetupError(
    'E_ACCOUNTS',
    `Nothing says whether the address of a record of "${account}" is verified. Name the column: accounts(…, { verifiedAt: 'verified_at' }).`,
  )
}
