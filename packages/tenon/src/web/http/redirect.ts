import { SetupError } from '../support/setup-error.ts'
import type { HttpRequest } from './request.ts'
import { Reply, type Deferred } from './reply.ts'

/** A redirect whose status waits for the request: 303 after an unsafe method, 302 after GET. */
export interface RedirectBody extends Deferred {
  readonly kind: 'redirect'
  /** The target, for a request that may decide it (`back`). */
  readonly target: (request: HttpRequest) => string
  /** Whether the target may be of another origin. */
  readonly isExternal: boolean
}

/**
 * Sends the client to a path of this application: 303 after POST, PUT, PATCH and DELETE, 302 after
 * GET; `.status()` keeps an explicit code. Throws `E_REDIRECT_TARGET` for anything but a path, so
 * that input can never lead to another site; use `redirect.external` for one.
 */
export function redirect(path: string): Reply {
  assertLocalPath(path, 'redirect()')
  return toRedirect(() => path, false)
}

/** Sends the client to another origin. Throws `E_REDIRECT_TARGET` for what is no http or https URL. */
redirect.external = function external(url: string | URL): Reply {
  const target = URL.parse(String(url))
  if (target === null || (target.protocol !== 'https:' && target.protocol !== 'http:')) {
    throw new SetupError(
      'E_REDIRECT_TARGET',
      `redirect.external() takes an http or https URL, not ${JSON.stringify(String(url))}.`,
    )
  }
  return toRedirect(() => target.href, true)
}

/**
 * Sends the client back to the page it came from, when that is one of ours; else to `fallback`.
 * Throws `E_REDIRECT_TARGET` for a fallback that is no path of this application.
 */
export function back(fallback = '/'): Reply {
  assertLocalPath(fallback, 'back()')
  return toRedirect((request) => toLocalReferer(request) ?? fallback, false)
}

/** The path of the page that sent the request, when it is of our own origin. */
export function toLocalReferer(request: HttpRequest): string | undefined {
  const referer = request.header('referer')
  if (referer === undefined) return undefined

  const url = URL.parse(referer)
  if (url === null || url.host !== request.host) return undefined
  const path = url.pathname + url.search
  return isLocalPath(path) ? path : undefined
}

/** Whether a browser resolves `path` within our origin: `//host` and `/\host` it would not. */
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

function toRedirect(target: RedirectBody['target'], isExternal: boolean): Reply {
  const body: RedirectBody = { kind: 'redirect', target, isExternal }
  return new Reply(redirectByMethod, undefined, body)
}

/** Stands in a redirect's status until the request's method decides it. */
export const redirectByMethod = 0
