import type { RouteList } from '../../web/routing/route-list.ts'
import { toClientPath } from '../../web/routing/localized/localized-routes.ts'
import type { RouteEntry } from '../../web/routing/types/entry.ts'

/** The routes for the client's `route()` and `action()`: `/todos` for GET and any method, otherwise `POST /todos`. */
export function toClientRoutes(
  { routes }: RouteList<RouteEntry>,
  languages: readonly string[] | undefined,
  base = '',
): Readonly<Record<string, string>> {
  const [byDefault] = languages ?? []
  const named = routes.flatMap(({ name, method, pattern }) => {
    if (name === undefined) return []
    const path = base + (byDefault === undefined ? pattern.path : toClientPath(pattern, byDefault))
    return [[name, method === 'GET' || method === 'ANY' ? path : `${method} ${path}`]]
  })
  return Object.fromEntries(named)
}
