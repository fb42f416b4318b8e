import { isLocalPath, toLocalReferer } from '../../web/http/redirect.ts'
import type { HttpRequest } from '../../web/http/request.ts'
import { toHostCookieName, toPrivate } from '../session/sealed-cookie.ts'

/*
 * Where a browser wanted to go when it was sent to log in. It is kept in a cookie and not in the session: anybody can ask
 * for a protected page without one, and would fill the store of sessions. In the memory of a process, 50,000 such requests
 * took the place of everybody's logins.
 */

/** Keeps where a browser wanted to go: always a path of our own. */
export function keepDestination(request: HttpRequest): void {
  if (request.header('purpose') === 'prefetch') return
  const path = request.isRead ? request.target : toLocalReferer(request)
  if (path === undefined || !isDestination(path)) return
  const name = toCookieName(request)
  request.beforeSend((reply) => toPrivate(reply).cookie(name, path, { maxAge }))
}

/** Gives that path, once. The browser may have changed it, so it is looked at again. */
export function takeDestination(request: HttpRequest): string | undefined {
  const path = request.cookie(toCookieName(request))
  forgetDestination(request)
  return path !== undefined && isDestination(path) ? path : undefined
}

/** Deletes the cookie, if there is one: whoever logs in next on this browser may be somebody else. */
export function forgetDestination(request: HttpRequest): void {
  const name = toCookieName(request)
  if (!request.cookies.has(name)) return
  request.beforeSend((reply) => toPrivate(reply).clearCookie(name))
}

function isDestination(path: string): boolean {
  return isLocalPath(path) && path.length <= longestPath
}

/** Three times as long when each of its characters is encoded, which a cookie still holds. */
const longestPath = 1000
/** Long enough to register and to verify the address. */
const maxAge = '1h'

function toCookieName(request: HttpRequest): string {
  return toHostCookieName(request, 'tenon_destination')
}
