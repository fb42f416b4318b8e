import { sign, verify } from '../../base/keys/keys.ts'
import { toMs, type Duration } from '../../base/support/duration.ts'
import { Forbidden } from '../../base/support/http-error.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import type { QueryFields } from '../body/write-query.ts'
import type { HttpRequest } from '../http/request.ts'
import type { Next } from './handler.ts'
import { findUrl, type UrlParameters } from './url.ts'
import type { RouteArguments, RouteName } from './types/url.ts'

/** The options of a signed URL. */
export interface SignedRouteOptions<Name extends RouteName> {
  /** How long the URL works. */
  readonly expires: Duration
  /** The query, which is signed too. */
  readonly query?: RouteArguments<Name>[1]
}

/**
 * Returns the URL of a named route with a signature, for the middleware `signed`. Anyone who has the URL may use
 * it until it expires, and nobody can make another one.
 *
 * `signedRoute('reports.show', { report: 7 }, { expires: '1h' })`. Throws as `route()` does,
 * `E_ROUTE_UNKNOWN` for a name that no route has, `E_DURATION` for an invalid `expires`, and `E_NO_KEY` without a key.
 */
export function signedRoute<const Name extends RouteName>(
  name: Name,
  parameters: RouteArguments<Name>[0],
  options: SignedRouteOptions<Name>,
): string
export function signedRoute(name: string, ...given: readonly unknown[]): string {
  // Sound: the signature above allows nothing else.
  const [parameters, { expires, query }] = given as [UrlParameters | undefined, WrittenOptions]
  const url = findUrl(name, parameters, query)
  if (url === undefined) {
    throw new SetupError('E_ROUTE_UNKNOWN', `There is no route named "${name}". Correct the name.`)
  }
  const expiresAt = Date.now() + toMs(expires, 'expires')
  const signedUrl = `${toStable(url)}${url.includes('?') ? '&' : '?'}expires=${expiresAt}`
  return `${signedUrl}&signature=${sign(purpose, signedUrl)}`
}

/** The last two fields of the query of a signed URL. The signature is valid for every method. */
// A type alias, because an interface is not assignable to the fields of a query.
export type UrlSignature = {
  /** The time after which the URL does not work, in milliseconds since 1970. */
  readonly expires: string
  readonly signature: string
}

/**
 * Returns the signature of the URL of a named route, for a mail or a page that writes the URL itself:
 * `route('reports.show', { report: 7 }, signature)`. The signature must come after the other fields of the query.
 *
 * Takes and throws the same as `signedRoute()`.
 */
export function routeSignature<const Name extends RouteName>(
  name: Name,
  parameters: RouteArguments<Name>[0],
  options: SignedRouteOptions<Name>,
): UrlSignature {
  return readSignature(signedRoute(name, parameters, options))
}

/**
 * Returns the signature of a request behind `signed`, so that a form of the page can be sent to a signed URL too:
 * `action('reports.answer', { report: 7 }, signature)`. That route must have the same path. Throws `Forbidden` if the
 * URL has no signature.
 */
export function requestSignature(request: HttpRequest): UrlSignature {
  return readSignature(request.target)
}

/**
 * Middleware that only admits URLs of `signedRoute` that have not expired. If a parameter was changed, added or
 * removed, the response is a 403. The host is not signed.
 */
export function signed(request: HttpRequest, next: Next): unknown {
  const [, url = '', expiresAt = '0', signature = ''] = grammar.exec(request.target) ?? []
  const isExpired = Number(expiresAt) <= Date.now()
  if (isExpired || !verify(purpose, url, signature)) {
    throw new Forbidden(notSigned)
  }
  return next()
}

function readSignature(url: string): UrlSignature {
  const [, , expires, signature] = grammar.exec(url) ?? []
  if (expires === undefined || signature === undefined) throw new Forbidden(notSigned)
  return { expires, signature }
}

const notSigned = 'This link is not valid or has expired'

/** The options for any route. */
interface WrittenOptions {
  readonly expires: Duration
  readonly query?: QueryFields
}

const purpose = 'signed url'

/** The signature comes last and covers everything before it, exactly as it is sent. */
const grammar = /^(.+[?&]expires=(\d{1,15}))&signature=([\w-]{43})$/

/** Encodes `'`, the only character of a query that browsers encode and `encodeURIComponent` does not. */
function toStable(url: string): string {
  return url.replaceAll("'", '%27')
}
