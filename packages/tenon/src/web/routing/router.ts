import { isLocalPath } from '../http/redirect.ts'
import { noContent } from '../http/replies.ts'
import type { Reply } from '../http/reply.ts'
import type { HttpRequest, RequestRoute } from '../http/request.ts'
import { MethodNotAllowed } from '../../base/support/http-error.ts'
import type { MaybePromise } from '../../base/support/maybe-promise.ts'
import {
  compileBuiltIn,
  compileRoute,
  guarded,
  ofApplication,
  outermost,
  toLastEndpoint,
  type CompiledRoute,
  type RouterOptions,
} from './compile-route.ts'
import { compose, type Endpoint } from './compose.ts'
import type { RunHandler } from './handler.ts'
import { assertFree } from './matching/built-in.ts'
import { toDecodable } from './matching/match-path.ts'
import { createMatcher, type Match, type Matcher } from './matching/matcher.ts'
import { formMethods, overrideMethod } from './method-override.ts'
import type { RouteList } from './route-list.ts'
import type { RouteEntry } from './types/entry.ts'

/** A compiled route list. */
export interface Router {
  /**
   * Answers a request with its route. Never throws.
   *
   * If no route matches, the answer is one of these, in this order: 405 (204 for OPTIONS) if the
   * path has other methods, a redirect to the path without its trailing slash (for other methods than
   * GET and HEAD the route without the slash answers), the fallback, a plain 404. A path with a
   * malformed escape gets 400. Global middleware runs around all of them.
   *
   * A form's `_method` field is read only if its path has a PUT, PATCH or DELETE route that the
   * sender may call.
   */
  dispatch(request: HttpRequest): MaybePromise<Reply>
  /**
   * Answers an internal GET with its route and that route's own middleware. Global middleware has
   * already run for the request that caused it. Returns `undefined` if no GET route matches.
   */
  dispatchPage(request: HttpRequest): MaybePromise<Reply> | undefined
  /** Whether a request is answered even while the application is down for maintenance. */
  staysUp(request: HttpRequest): boolean
  /** The route that a request matches, even before it is dispatched; `undefined` if no route matches. */
  routeOf(request: HttpRequest): RequestRoute | undefined
}

/**
 * Compiles every route, once, at boot. Throws `SetupError` if a handler does not fit its path, or if the framework
 * itself answers at that path.
 */
export function createRouter(list: RouteList<RouteEntry>, options: RouterOptions = {}): Router {
  assertFree(list.routes, options.builtIns ?? [])
  const matcher = toMatcher(list, options)
  const wrap = (run: RunHandler): Endpoint =>
    compose(outermost(options), { run }, ofApplication(options))
  const refuse = (error: unknown): Endpoint => wrap(() => raise(error))
  const nothing = toLastEndpoint(list, options)
  const otherMethod = wrap((request) => toMethodReply(request, matcher))
  const withoutSlash = wrap((request) => toSlashReply(request))

  const miss = (request: HttpRequest): Endpoint => {
    if (toMethods(request, matcher).length === 0) return nothing
    const match = matcher.find(request.method, toTrimmed(request))
    if (match === undefined) return otherMethod
    if (request.isRead) return withoutSlash
    request.matched(match.value.route, match.parameters)
    return match.value.endpoint
  }

  const chooseRoute = (request: HttpRequest): Endpoint => {
    const match = matcher.find(request.method, request.path())
    if (match === undefined) return miss(request)
    request.matched(match.value.route, match.parameters)
    return match.value.endpoint
  }

  const form: Endpoint = async (request) => {
    const problem = await overrideMethod(request)
    const isLeft = problem === undefined || findForm(request, 'POST', matcher) !== undefined
    return (isLeft ? chooseRoute(request) : refuse(problem))(request)
  }
  const foreignForm = compose(guarded(options), { run: form }, ofApplication(options))

  const choose = (request: HttpRequest): Endpoint => {
    // Only a form that is posted may name another method.
    if (request.method !== 'POST') return chooseRoute(request)
    const candidates = hasForm(request) ? toCandidates(request, matcher) : []
    if (candidates.length === 0) return chooseRoute(request)
    const isForeign = options.isCrossOrigin?.(request) === true
    return isForeign && !candidates.some(allowsCrossOrigin) ? foreignForm : form
  }

  const chooseOrRefuse = (request: HttpRequest): Endpoint => {
    try {
      return choose(request)
    } catch (error) {
      // Match a route anyway, because it decides the format of its errors.
      const route = matcher.find(request.method, toDecodable(request.path()))
      if (route !== undefined) request.matched(route.value.route, route.parameters)
      return refuse(error)
    }
  }

  return {
    dispatch: (request) => chooseOrRefuse(request)(request),
    dispatchPage(request) {
      const match = matcher.findPage(request.path())
      if (match?.value.inner === undefined) return undefined
      request.matched(match.value.route, match.parameters)
      return match.value.inner(request)
    },
    staysUp: (request) => findRoute(request, matcher)?.staysUp === true,
    routeOf: (request) => request.route ?? findRoute(request, matcher)?.route,
  }
}

function raise(error: unknown): never {
  throw error
}

/** Looks a request up without dispatching it. */
function findRoute(request: HttpRequest, matcher: RouteMatcher): CompiledRoute | undefined {
  return matcher.find(request.method, toDecodable(request.path()))?.value
}

function toMatcher(list: RouteList<RouteEntry>, options: RouterOptions): RouteMatcher {
  const knownParameters = new Set(list.routes.flatMap(({ pattern }) => pattern.parameterNames))
  const routes = list.routes.map((route) => ({
    method: route.method,
    pattern: route.pattern,
    value: compileRoute(route, { ...options, knownParameters }),
  }))
  const builtIns = (options.builtIns ?? []).map((each) => ({
    method: each.method,
    pattern: each.pattern,
    value: compileBuiltIn(each, options),
  }))
  return createMatcher([...builtIns, ...routes])
}

function hasForm(request: HttpRequest): boolean {
  return formType.test(request.header('content-type') ?? '')
}

const formType = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i

function allowsCrossOrigin(route: CompiledRoute): boolean {
  return route.allowsCrossOrigin
}

type RouteMatcher = Matcher<CompiledRoute>

/**
 * Returns the routes that a form's `_method` can choose from. Empty if the path has no PUT, PATCH
 * or DELETE route of its own, because then the form does not need to be read.
 */
function toCandidates(request: HttpRequest, matcher: RouteMatcher): readonly CompiledRoute[] {
  const posted = findForm(request, 'POST', matcher)?.value
  const others = formMethods.flatMap((method) => {
    const route = findForm(request, method, matcher)?.value
    return route === undefined || route === posted ? [] : [route]
  })
  return posted === undefined || others.length === 0 ? others : [posted, ...others]
}

/** Finds the route of an unsafe method, ignoring a trailing slash. */
function findForm(
  request: HttpRequest,
  method: string,
  matcher: RouteMatcher,
): Match<CompiledRoute> | undefined {
  const path = request.path()
  const match = matcher.find(method, path)
  return match !== undefined || !path.endsWith('/')
    ? match
    : matcher.find(method, toTrimmed(request))
}

/** Returns the methods of a path, with or without its trailing slash; empty if it has no route. */
function toMethods(request: HttpRequest, matcher: RouteMatcher): readonly string[] {
  const path = request.path()
  const methods = matcher.methodsOf(path)
  if (methods.length > 0 || !path.endsWith('/')) return methods
  return matcher.methodsOf(toTrimmed(request))
}

function toMethodReply(request: HttpRequest, matcher: RouteMatcher): Reply {
  const allow = toMethods(request, matcher).join(', ')
  if (request.method === 'OPTIONS') return noContent().header('allow', allow)
  throw new MethodNotAllowed(allow)
}

/** RFC 9110, 15.4.9: a permanent redirect that keeps the method. The query is kept too. */
function toSlashReply(request: HttpRequest): Reply {
  const target = request.base + toTrimmed(request) + request.search
  return noContent().status(308).header('location', target)
}

/**
 * Returns the path without its trailing slash, or unchanged if that would lead to another origin.
 */
function toTrimmed(request: HttpRequest): string {
  const path = request.path()
  const trimmed = path.replace(/\/$/, '')
  return isLocalPath(trimmed) ? trimmed : path
}
