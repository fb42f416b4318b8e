import type { Middleware } from '../../web/routing/handler.ts'
import { nameFunction } from '../../base/support/values/name-function.ts'
import type { RouteList } from '../../web/routing/route-list.ts'
import type { RouteEntry } from '../../web/routing/types/entry.ts'
import type { RequestTrails } from './request-trail.ts'

/** Returns the same routes, with their middleware and handlers timed. */
export function timeRoutes(
  list: RouteList<RouteEntry>,
  trails: RequestTrails,
): RouteList<RouteEntry> {
  const timeAll = (middlewares: readonly Middleware[]): readonly Middleware[] => [
    ...middlewares.map((middleware) => timeMiddleware(middleware, trails)),
    // The innermost middleware, so everything inside it is the handler.
    ({ route }, next) => trails.time('handler', route?.name ?? route?.path ?? 'fallback', next),
  ]
  const { routes, fallback } = list
  return {
    ...list,
    routes: routes.map((route) => ({ ...route, middlewares: timeAll(route.middlewares) })),
    fallback: fallback && { ...fallback, middlewares: timeAll(fallback.middlewares) },
  }
}

/** Returns the same middleware, timed together with everything inside it. */
export function timeMiddleware(middleware: Middleware, trails: RequestTrails): Middleware {
  const label = middleware.name || 'anonymous'
  const timed: Middleware = (request, next) =>
    trails.time('middleware', label, () => middleware(request, next))
  // Keeps the name, for messages, and the properties, such as what it provides.
  return Object.assign(nameFunction(timed, middleware.name), middleware)
}
