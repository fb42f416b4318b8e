import { isLocalPath } from '../http/redirect.ts'
import { empty, text } from '../http/replies.ts'
import type { Reply } from '../http/reply.ts'
import type { HttpRequest, RequestRoute } from '../http/request.ts'
import { MethodNotAllowed } from '../support/http-error.ts'
import type { MaybePromise } from '../support/maybe-promise.ts'
import { compose, toErrorReply, type Endpoint } from './compose.ts'
import type { Middleware, RouteSite, RunHandler } from './handler.ts'
import { createMatcher, type Match, type Matcher } from './matcher.ts'
import type { PathPattern } from './path-pattern.ts'
import type { AnyHandler } from './route.ts'
import { toTitle, type ListedRoute, type RouteList } from './route-list.ts'
import type { Entry } from './types/entry.ts'

/** A route list made ready to answer. */
export interface Router {
  /**
   * Answers a request by its route, or else in this order: 405 (204 to OPTIONS) when the path has
   * other methods, a redirect to the path without its last slash, the fallback, a plain 404.
   * Global middleware runs around all of them. Never throws.
   */
  dispatch(request: HttpRequest): MaybePromise<Reply>
  /** Whether a path leads to a GET route. */
  hasPage(path: string): boolean
}

export interface RouterOptions {
  /** Runs around everything, the outermost first. */
  readonly middleware?: readonly Middleware[]
  /** Runs inside global middleware, before that of groups, unless a route allows other origins. */
  readonly guard?: Middleware
}

/** Compiles every route, once, at boot. Throws `SetupError` when a handler does not fit its path. */
export function createRouter(list: RouteList<Entry>, options: RouterOptions = {}): Router {
  const matchers = toMatchers(list.routes, options)
  const wrap = (run: RunHandler): Endpoint => compose(outermost(options), run, ofApplication)
  const nothing = toLastEndpoint(list, options)
  const otherMethod = wrap((request) => toMethodReply(request, toAllow(matchers, request)))
  const withoutSlash = wrap((request) => toSlashReply(request))

  const miss = (request: HttpRequest): Endpoint => {
    if (toAllow(matchers, request) === undefined) return nothing
    const match = findMatch(matchers, request.method, toTrimmed(request))
    if (match === undefined) return otherMethod
    if (isSafe(request.method)) return withoutSlash
    request.matched(match.value, match.parameters)
    return match.value.endpoint
  }

  return {
    dispatch(request) {
      try {
        const match = findMatch(matchers, request.method, request.path())
        if (match === undefined) return miss(request)(request)
        request.matched(match.value, match.parameters)
        return match.value.endpoint(request)
      } catch (error) {
        return toErrorReply(error)
      }
    },
    hasPage: (path) => matchers.get('GET')?.has(path) ?? false,
  }
}

const ofApplication = (): string => 'the application'

/** A route in its compiled form. */
interface CompiledRoute extends RequestRoute {
  readonly endpoint: Endpoint
}

type Matchers = ReadonlyMap<string, Matcher<CompiledRoute>>

function toMatchers(routes: readonly ListedRoute[], options: RouterOptions): Matchers {
  const compiled = routes.map((route) => ({
    method: route.method,
    segments: route.pattern.segments,
    value: compileRoute(route, options),
  }))
  const byMethod = Map.groupBy(compiled, (route) => route.method)
  return new Map([...byMethod].map(([method, entries]) => [method, createMatcher(entries)]))
}

function compileRoute(route: ListedRoute, options: RouterOptions): CompiledRoute {
  const { pattern, name, middlewares, handler } = route
  const run = compileHandler(handler, route)
  const isOpen = route.method === 'GET' || route.allowsCrossOrigin
  const outer = isOpen ? outermost(options) : guarded(options)
  return {
    path: pattern.path,
    name,
    formPage: route.formPage,
    parameterNames: pattern.parameterNames,
    endpoint: compose(
      [...outer, ...middlewares],
      run,
      () => `${toTitle(route)} (${route.place.location})`,
    ),
  }
}

function outermost({ middleware = [] }: RouterOptions): readonly Middleware[] {
  return middleware
}

function guarded({ middleware = [], guard }: RouterOptions): readonly Middleware[] {
  return guard === undefined ? middleware : [...middleware, guard]
}

function compileHandler(handler: AnyHandler, site: RouteSite): RunHandler {
  return typeof handler === 'function' ? handler : handler.compile(site)
}

/** What answers when no route has the path: the fallback, or a plain 404. */
function toLastEndpoint({ fallback }: RouteList<Entry>, options: RouterOptions): Endpoint {
  if (fallback === undefined) {
    return compose(outermost(options), () => text('404 Not Found').status(404), ofApplication)
  }
  const pattern: PathPattern = { path: 'fallback', segments: [], parameterNames: [] }
  const run = compileHandler(fallback.handler, {
    pattern,
    place: fallback.place,
    isUnscoped: false,
  })
  return compose([...guarded(options), ...fallback.middlewares], run, () => 'the fallback')
}

function findMatch(
  matchers: Matchers,
  method: string,
  path: string,
): Match<CompiledRoute> | undefined {
  return matchers.get(method === 'HEAD' ? 'GET' : method)?.find(path)
}

/** The methods of a request's path, with or without its last slash; `undefined` when it has none. */
function toAllow(matchers: Matchers, request: HttpRequest): string | undefined {
  const methods = toMethods(matchers, request.path())
  const known = methods.length > 0 ? methods : toMethods(matchers, toTrimmed(request))
  return known.length === 0 ? undefined : known.join(', ')
}

function toMethods(matchers: Matchers, path: string): readonly string[] {
  const methods = [...matchers.keys()].filter((method) => findMatch(matchers, method, path))
  if (methods.length === 0) return methods
  return [...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method)), 'OPTIONS']
}

function toMethodReply(request: HttpRequest, allow = ''): Reply {
  if (request.method === 'OPTIONS') return empty(204).header('allow', allow)
  throw new MethodNotAllowed(allow)
}

/** RFC 9110, 15.4.9: permanent, and the method is kept. The query is kept as well. */
function toSlashReply(request: HttpRequest): Reply {
  const target = toTrimmed(request) + request.target.slice(request.path().length)
  return empty(308).header('location', target)
}

/** The request's path without its last slash; unchanged where it would lead to another origin. */
function toTrimmed(request: HttpRequest): string {
  const path = request.path()
  const trimmed = path.replace(/\/$/, '')
  return isLocalPath(trimmed) ? trimmed : path
}

function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}
