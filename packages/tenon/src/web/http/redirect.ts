import type { Refused } from '../../base/support/refused.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import type { HttpRequest } from './request.ts'
import { isBelow } from '../../base/support/values/base-path.ts'
import { isDeferred, Reply, type Deferred } from './reply.ts'

/** A redirect whose status depends on the request: 303 after an unsafe method, 302 after GET. */
export interface RedirectBody extends Deferred {
  readonly kind: 'redirect'
  /** Returns the target; `back` needs the request to decide. */
  readonly target: (request: HttpRequest) => string
  /** Whether the target may be on another origin. */
  readonly isExternal: boolean
  /** Whether the client is sent away and what it has asked for was not done. Default `false`. */
  readonly isRefusal?: boolean
}

/**
 * Redirects to a path of this application: 303 after POST, PUT, PATCH and DELETE, 302 after GET.
 *
 * A path without the path of `APP_URL` gets it, so that `redirect('/about')` stays in the application.
 * Call `.status()` to set an explicit code. Throws `E_REDIRECT_TARGET` for anything other than a
 * path, so user input can never redirect to another site; use `redirect.external` for that.
 */
export function redirect<const Path extends string>(
  path: Path & LocalPath<Path>,
): Reply<RedirectBody> {
  assertLocalPath(path, 'redirect()')
  return toRedirect(() => path, false)
}

/** Requires a literal path to start with a slash; other strings are checked at run time. */
// oxfmt-ignore
type LocalPath<Path extends string> =
  string extends Path ? unknown :
  Path extends `/${string}` ? unknown :
  Refused<`redirect() takes a path that starts with "/", not "${Path}": use route("${Path}") for a named route`>

/** Redirects to another origin. Throws `E_REDIRECT_TARGET` if `url` is not an http or https URL. */
redirect.external = function external(url: string | URL): Reply<RedirectBody> {
  const target = URL.parse(String(url))
  if (target === null || (target.protocol !== 'https:' && target.protocol !== 'http:')) {
    throw new SetupError(
      'E_REDIRECT_TARGET',
      `redirect.external() takes an http or https URL, not ${JSON.stringify(String(url))}.`,
    )
  }
  return toRedirect(() => target.href, true)
}

/** Redirects to a page where users can do what they lack, such as logging in. What they have asked for is not done. */
export function sendAway(path: string): Reply<RedirectBody> {
  const reply = redirect(path)
  return reply.withBody(undefined, { ...reply.body, isRefusal: true })
}

/**
 * Redirects back to the referring page if it is ours, otherwise to `fallback`. Throws
 * `E_REDIRECT_TARGET` if `fallback` is not a path of this application.
 */
export function back(fallback = '/'): Reply<RedirectBody> {
  assertLocalPath(fallback, 'back()')
  return toRedirect((request) => toLocalReferer(request) ?? fallback, false)
}

/** Returns the path of the page that sent the request, if it is on our own origin. */
export function toLocalReferer(request: HttpRequest): string | undefined {
  const referer = request.header('referer')
  if (referer === undefined) return undefined

  const url = URL.parse(referer)
  if (url === null || url.host !== request.host) return undefined
  const path = url.pathname + url.search
  return isOwnPath(request, path) ? path : undefined
}

/** Whether a path of a URL belongs to this application, even if others share its host. */
export function isOwnPath({ base }: HttpRequest, path: string): boolean {
  return isLocalPath(path) && (base === '' || isBelow(base, path))
}

/** Checks that a browser resolves `path` within our origin, unlike `//host` and `/\host`. */
export function isLocalPath(path: string): boolean {
  return /^\/(?![/\\])[^\\\s\p{Cc}]*$/u.test(path)
}

function assertLocalPath(path: string, title: string): void {
  if (isLocalPath(path)) return
  throw new SetupError(
    'E_REDIRECT_TARGET',
    `${title} takes a path of this application, not ${JSON.stringify(path)}. ` +
      'For another origin use redirect.external(url).',
  )
}

function toRedirect(target: RedirectBody['target'], isExternal: boolean): Reply<RedirectBody> {
  return new Reply(redirectByMethod, undefined, { kind: 'redirect', target, isExternal })
}

/** Checks whether a reply is a redirect that has not been resolved yet. */
export function isRedirect(reply: Reply): reply is Reply<RedirectBody> {
  return isDeferred(reply.body) && reply.body.kind === 'redirect'
}

/** A placeholder status until the request's method decides the real one. */
export const redirectByMethod = 0

/** The statuses that redirect to a `Location` (RFC 9110, 15.4). */
export type RedirectStatus = (typeof redirectStatuses)[number]

const redirectStatuses = [301, 302, 303, 307, 308] as const

/** Checks whether a response with this status is a redirect. */
export function isRedirectStatus(status: number): boolean {
  return redirectStatuses.some((each) => each === status)
}
