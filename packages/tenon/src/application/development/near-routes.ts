import type { Answer } from '../app/kernel.ts'
import { countEdits } from '../console/nearest.ts'
import type { Log } from '../log/log.ts'
import { toTitle, type ListedRoute } from '../routing/route-list.ts'

/** Writes which routes a request may have meant that no route has matched. */
export function logNearRoutes(
  log: Log,
  { request, reply }: Answer,
  routes: readonly ListedRoute[],
): void {
  if (reply.statusCode !== 404 || request.route !== undefined) return
  const near = findNearRoutes(request.path(), routes).map(describeRoute)
  const hint = near.length === 0 ? '' : ` Near: ${near.join(', ')}`
  log.info(`No route for ${request.method} ${request.path()}.${hint}`)
}

/** The routes whose paths are nearest to `path`, the nearest first; none when none is near. */
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

/** `GET /todos/{todo} (todos.show)` */
function describeRoute(route: ListedRoute): string {
  return route.name === undefined ? toTitle(route) : `${toTitle(route)} (${route.name})`
}

/** The route's path with the request's own segments as parameters, which so count as equal. */
function fillIn({ pattern }: ListedRoute, path: string): string {
  const asked = path.split('/').slice(1)
  const filled = pattern.segments.flatMap((segment, i) => {
    if (segment.kind === 'fixed') return [segment.text]
    if (segment.kind === 'parameter') return [asked[i] ?? `{${segment.name}}`]
    return asked.slice(i)
  })
  return `/${filled.join('/')}`
}
