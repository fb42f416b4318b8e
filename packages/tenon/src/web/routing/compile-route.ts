import { text } from '../http/replies.ts'
import type { HttpRequest, RequestRoute } from '../http/request.ts'
import { sayOwn } from '../../base/language/words/own-words.ts'
import { tellSecurityEvent, toSafeText } from '../../base/log/security-events.ts'
import { Forbidden } from '../../base/support/http-error.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { assertAccess, guardHandler } from './access.ts'
import { toDemands } from './access-rule.ts'
import { compose, type Composition, type Endpoint, type ReportError } from './compose.ts'
import type { CompiledHandler, Middleware, RouteSite, RunHandler } from './handler.ts'
import type { BuiltIn } from './matching/built-in.ts'
import type { PathPattern } from './path-pattern.ts'
import type { AnyHandler, Method } from './route.ts'
import { toTitle, type ListedRoute, type RouteList } from './route-list.ts'
import type { RouteEntry } from './types/entry.ts'

/** What answers at a path. */
export interface CompiledRoute {
  /** What requests can read about it; `undefined` if it is not a route of the application. */
  readonly route: RequestRoute | undefined
  readonly endpoint: Endpoint
  /** The route without global middleware; `undefined` if it cannot be a page. */
  readonly inner: Endpoint | undefined
  /** Whether it also answers while the application is down for maintenance. */
  readonly staysUp: boolean
  /** Whether other sites may send requests with its unsafe method. */
  readonly allowsCrossOrigin: boolean
}

export interface RouterOptions {
  /** Runs around everything, outermost first. */
  readonly middleware?: readonly Middleware[]
  /**
   * Detects cross-site requests. They get 403 inside global middleware, before group middleware.
   */
  readonly isCrossOrigin?: (request: HttpRequest) => boolean
  /** Called with every error when it becomes a reply. */
  readonly report?: ReportError
  /** Compares every response with what its handler declares, as in development. Default: `false`. */
  readonly checksAnswers?: boolean
  /** The paths that the framework answers itself. */
  readonly builtIns?: readonly BuiltIn[]
}

/** Compiles a route. Throws `SetupError` if its handler does not fit its path. */
export function compileRoute(
  route: ListedRoute,
  options: RouterOptions & Pick<RequestRoute, 'knownParameters'>,
): CompiledRoute {
  const { pattern, name, handler, formPage, allowsCrossOrigin } = route
  const isOpen = allowsCrossOrigin || safeMethods.has(route.method)
  const outer = isOpen ? outermost(options) : guarded(options)
  const middlewares = [...outer, ...route.middlewares]
  assertNoneGlobal(route.middlewares, `${toTitle(route)} (${route.place.location})`)
  assertAccess(route, middlewares)
  assertOrder(route, middlewares)
  const compiled = compileHandler(handler, {
    ...route,
    middlewares,
    demands: toDemands(route.access),
    checksAnswers: options.checksAnswers ?? false,
  })
  const composition = {
    toTitle: () => `${toTitle(route)} (${route.place.location})`,
    report: options.report,
    outerCount: outer.length,
  }
  return {
    route: {
      path: pattern.path,
      name,
      formPage,
      statesAnswers: 'answers' in handler && handler.answers !== undefined,
      parameterNames: pattern.parameterNames,
      language: route.language,
      knownParameters: options.knownParameters,
    },
    staysUp: false,
    allowsCrossOrigin,
    endpoint: within(compiled, compose(middlewares, compiled, composition)),
    inner: compose(route.middlewares, compiled, { ...composition, outerCount: 0 }),
  }
}

/** Compiles a path that the framework answers itself. An error becomes a reply, as for any route. */
export function compileBuiltIn(
  { answer, owner, staysUp }: BuiltIn,
  { report }: RouterOptions,
): CompiledRoute {
  const endpoint = compose([], { run: answer }, { toTitle: () => owner, report })
  return { route: undefined, inner: undefined, endpoint, staysUp, allowsCrossOrigin: false }
}

/** Throws `E_MIDDLEWARE_ORDER` if middleware depends on another one that does not run before it. */
function assertOrder(route: ListedRoute, middlewares: readonly Middleware[]): void {
  for (const [i, { after, name, provides }] of middlewares.entries()) {
    if (after === undefined || middlewares.slice(0, i).some(after.isMetBy)) continue
    const title = provides === undefined ? name : `that provides {${provides.description}}`
    throw new SetupError(
      'E_MIDDLEWARE_ORDER',
      `The middleware ${title} of ${toTitle(route)} (${route.place.location}) comes too early. ${after.remedy}`,
    )
  }
}

/** Throws `E_MIDDLEWARE_ORDER` for middleware that requests without a route have to pass, too. */
function assertNoneGlobal(middlewares: readonly Middleware[], title: string): void {
  const found = middlewares.find(({ isGlobal }) => isGlobal === true)
  if (found === undefined) return
  throw new SetupError(
    'E_MIDDLEWARE_ORDER',
    `The middleware ${found.name} of ${title} comes too late. Pass it to application({ middleware: [${found.name}(…)] }), because requests without a route need it, too.`,
  )
}

const safeMethods: ReadonlySet<Method> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Returns the middleware that runs around everything. */
export function outermost({ middleware = [] }: RouterOptions): readonly Middleware[] {
  return middleware
}

/** Returns the same middleware, plus the one that refuses cross-site requests. */
export function guarded({ middleware = [], isCrossOrigin }: RouterOptions): readonly Middleware[] {
  if (isCrossOrigin === undefined) return middleware
  const guard: Middleware = (request, next) => {
    return isCrossOrigin(request) ? refuseCrossSite(request) : next()
  }
  return [...middleware, guard]
}

/** A 403 that the framework reports itself, with the site that sent the request. */
export class CrossSiteRequest extends Forbidden {}

/** Throws `CrossSiteRequest` and tells the security event. */
export function refuseCrossSite(request: HttpRequest): never {
  tellSecurityEvent(request, {
    event: 'request.cross_site',
    message: 'A cross-site request was refused',
    fields: { origin: toSafeText(request.header('origin') ?? ''), host: toSafeText(request.host) },
  })
  throw new CrossSiteRequest('Another site sent this request')
}

/** For responses without a route: only the application's own middleware runs around them. */
export function ofApplication(options: RouterOptions): Composition {
  return {
    toTitle: () => 'the application',
    report: options.report,
    outerCount: guarded(options).length,
  }
}

/** Creates the endpoint for paths without a route: the fallback, or a plain 404. */
export function toLastEndpoint(
  { fallback }: RouteList<RouteEntry>,
  options: RouterOptions,
): Endpoint {
  if (fallback === undefined) {
    const run: RunHandler = () => text(`404 ${sayOwn('Not Found')}`).status(404)
    return compose(outermost(options), { run }, ofApplication(options))
  }
  assertNoneGlobal(fallback.middlewares, `the fallback (${fallback.place.location})`)
  const pattern: PathPattern = { path: 'fallback', segments: [], parameterNames: [] }
  const compiled = compileHandler(fallback.handler, {
    pattern,
    place: fallback.place,
    isUnscoped: false,
    checksAnswers: options.checksAnswers ?? false,
    middlewares: [...outermost(options), ...fallback.middlewares],
    demands: [],
  })
  return compose([...guarded(options), ...fallback.middlewares], compiled, {
    ...ofApplication(options),
    toTitle: () => 'the fallback',
  })
}

/** Runs the handler's `around`, if it has one, around the whole route. */
function within({ around }: CompiledHandler, endpoint: Endpoint): Endpoint {
  return around === undefined ? endpoint : (request) => around(() => endpoint(request))
}

function compileHandler(handler: AnyHandler, site: RouteSite): CompiledHandler {
  return typeof handler === 'function'
    ? { run: guardHandler(handler, site) }
    : handler.compile(site)
}
