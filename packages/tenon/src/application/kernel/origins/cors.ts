import { noContent } from '../../../web/http/replies.ts'
import type { Reply } from '../../../web/http/reply.ts'
import type { HttpRequest } from '../../../web/http/request.ts'
import { refuseCrossSite } from '../../../web/routing/compile-route.ts'
import { parseMatchPath, toDecodable } from '../../../web/routing/matching/match-path.ts'
import type { Middleware } from '../../../web/routing/handler.ts'
import { type Duration, toMs } from '../../../base/support/duration.ts'
import { whenReady } from '../../../base/support/maybe-promise.ts'
import { SetupError } from '../../../base/support/setup-error.ts'
import { isCrossOrigin } from './cross-origin.ts'

/** Which pages of other origins may read which responses. */
export interface CorsOptions {
  /**
   * The origins whose pages may read responses: a list such as `['https://shop.example']`, a function that decides about
   * each origin, or `'*'` for all. The function is not asked about pages without an origin, such as sandboxed ones.
   */
  readonly origins: '*' | readonly string[] | ((origin: string, request: HttpRequest) => boolean)
  /** The paths that they may read, such as `/api`, which includes everything below it. Default: all paths. */
  readonly below?: string | readonly string[]
  /**
   * Whether browsers send cookies with such requests. If so, unsafe methods from other origins are a 403, even where a
   * route has `.allowCrossOrigin()`. Default: `false`.
   */
  readonly credentials?: boolean
  /** Response headers that pages may read in addition to those that Tenon sends: `['x-total']`. Default: none. */
  readonly exposes?: readonly string[]
  /** How long browsers cache the response to a preflight request. Default: `10m`. */
  readonly maxAge?: Duration
}

/**
 * Middleware that lets pages of other origins read responses (CORS): `application({ middleware: [cors({ origins })] })`.
 *
 * It answers preflight requests itself, without the route and its login, and allows all methods and the requested
 * headers. Errors have its headers, too. It must be middleware of the application: no route matches a preflight
 * request, so middleware of a route or group would not run. Throws `E_CORS` for a value that is not an origin, and for
 * `credentials` with all origins.
 */
export function cors({
  origins,
  below = [],
  credentials = false,
  exposes = [],
  maxAge = '10m',
}: CorsOptions): Middleware {
  const isListed = toList(origins, credentials)
  const paths = [below].flat().map((path) => toMatched(assertPath(path)))
  const exposed = [...readableHeaders, ...exposes.map(assertName)].join(', ')
  const seconds = String(Math.floor(toMs(maxAge, 'maxAge of cors()') / 1000))

  const allow = (reply: Reply, request: HttpRequest): boolean => {
    const origin = request.header('origin')
    if (origins !== '*') reply.vary('Origin')
    if (origin === undefined || !isListed(origin, request)) return false
    reply.header('access-control-allow-origin', origins === '*' ? '*' : origin)
    if (credentials) reply.header('access-control-allow-credentials', 'true')
    return true
  }

  const answerPreflight = (request: HttpRequest): Reply => {
    const reply = noContent().vary('Access-Control-Request-Headers')
    if (!allow(reply, request)) return reply
    const headers = request.header('access-control-request-headers') ?? ''
    if (names.test(headers)) reply.header('access-control-allow-headers', headers)
    return reply
      .header('access-control-allow-methods', methods)
      .header('access-control-max-age', seconds)
  }

  const middleware: Middleware = (request, next) => {
    if (!isBelow(request, paths)) return next()
    if (isPreflight(request)) return answerPreflight(request)
    // Browsers send cookies with a form of any site. A route that is open to the listed origins is not open to others.
    const origin = request.header('origin') ?? ''
    if (credentials && isCrossOrigin(request) && !isListed(origin, request))
      refuseCrossSite(request)

    return whenReady(next(), (reply) => {
      if (allow(reply, request)) reply.header('access-control-expose-headers', exposed)
      return reply
    })
  }
  // The list of routes shows the name.
  Object.defineProperty(middleware, 'name', { value: 'cors' })
  return Object.assign(middleware, { isGlobal: true })
}

type IsListed = (origin: string, request: HttpRequest) => boolean

function toList(origins: CorsOptions['origins'], credentials: boolean): IsListed {
  // Anybody can send anything as an origin. Browsers send "null" for pages without one, such as those of a sandbox.
  if (typeof origins === 'function') {
    return (origin, request) => URL.canParse(origin) && origins(origin, request)
  }
  if (origins === '*') {
    if (!credentials) return () => true
    throw invalid(
      `credentials: true needs a list of origins, because '*' would let every page act as its visitors.`,
    )
  }
  const listed = new Set(origins.map(assertOrigin))
  return (origin) => listed.has(origin)
}

/** Requires an origin as browsers write it, so that origins can be compared as texts. */
function assertOrigin(given: string): string {
  const origin = URL.parse(given)?.origin ?? 'null'
  // Pages inside a mobile or desktop application have origins such as `capacitor://localhost`.
  if (
    !given.includes('*') &&
    (given === origin ? given !== 'null' : isOfApplication(given, origin))
  )
    return given
  const remedy =
    origin === 'null' || given.includes('*')
      ? 'Write it like "https://shop.example". To decide about others, such as all subdomains, pass a function.'
      : `Write "${origin}", as browsers do.`
  throw invalid(`"${given}" is not an origin. ${remedy}`)
}

function isOfApplication(given: string, origin: string): boolean {
  return origin === 'null' && /^[a-z][a-z\d+.-]*:\/\/[a-z\d.-]+(?::\d+)?$/.test(given)
}

function assertPath(path: string): string {
  if (path.startsWith('/') && (path === '/' || !path.endsWith('/'))) return path
  throw invalid(`below: "${path}" is not a path. Write it like "/api".`)
}

function assertName(name: string): string {
  if (names.test(name) && !name.includes(',')) return name
  throw invalid(`exposes: "${name}" is not the name of a header.`)
}

function invalid(sentence: string): SetupError {
  return new SetupError('E_CORS', `cors(): ${sentence}`)
}

function isBelow(request: HttpRequest, paths: readonly string[]): boolean {
  if (paths.length === 0) return true
  const path = toMatched(request.path())
  return paths.some((each) => each === '/' || path === each || path.startsWith(`${each}/`))
}

/** Decodes a path as routes do: a route below `/api` also answers requests for `/%61pi`. */
function toMatched(path: string): string {
  return path.includes('%') ? (parseMatchPath(toDecodable(path)) ?? path) : path
}

/** Whether this is a preflight request of the Fetch standard. */
function isPreflight(request: HttpRequest): boolean {
  return (
    request.method === 'OPTIONS' &&
    request.header('origin') !== undefined &&
    request.header('access-control-request-method') !== undefined
  )
}

/** Matches a list of header names, at most 100. */
const names = /^[\w!#$%&'*+.^`|~-]+(?:, *[\w!#$%&'*+.^`|~-]+){0,99}$/

const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE'

/** The headers that Tenon sends, except those that pages of other origins may always read, such as `cache-control`. */
const readableHeaders = [
  'allow',
  'content-disposition',
  'content-range',
  'deprecation',
  'etag',
  'link',
  'location',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'sunset',
  'www-authenticate',
  'x-request-id',
]
