import type { Answered, HttpRequest } from '../../web/http/request.ts'
import { countEdits } from '../../base/console/nearest.ts'
import type { Log } from '../../base/log/log.ts'
import { toTitle, type ListedRoute } from '../../web/routing/route-list.ts'

/** Whether no route has matched a request. */
export function isMissed({ request, reply }: Answered): boolean {
  return reply.statusCode === 404 && request.route === undefined
}

/** Logs the routes that a request without a matching route may have meant. */
export function logNearRoutes(log: Log, request: HttpRequest, near: readonly ListedRoute[]): void {
  const hint = near.length === 0 ? '' : ` Near: ${near.map(describeRoute).join(', ')}`
  log.info(`No route for ${request.method} ${request.path()}.${hint}`)
}

/** The routes whose paths are similar to `path`, the most similar first. */
export function findNearRoutes(
  path: string,
  routes: readonly ListedRoute[],
): readonly ListedRoute[] {
  const farthest = Math.max(3, path.length / 3)
  return routes
    .map((route) => ({ route, distance: countEdits(path, fillIn(route, path)) }))
    .filter(({ distance }) => distance <= farthest)
    .toSorted((one, other) => one.distance - other.distance)
    .slice(0, 3)
    .map(({ route }) => route)
}

/** Formats a route as `GET /todos/{todo} (todos.show)`. */
export function describeRoute(route: ListedRoute): string {
  return route.name === undefined ? toTitle(route) : `${toTitle(route)} (${route.name})`
}

/** A route's path with the request's own segments as parameters, so that parameters count as equal. */
function fillIn({ pattern }: ListedRoute, path: string): string {
  const asked = path.split('/').slice(1)
  const filled = pattern.segments.flatMap((segment, i) => {
    if (segment.kind === 'fixed') return [segment.text]
    if (segment.kind === 'parameter') return [asked[i] ?? `{${segment.name}}`]
    return asked.slice(i)
  })
  return `/${filled.join('/')}`
}
