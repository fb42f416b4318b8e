import type { RouteList } from '../../web/routing/route-list.ts'
import type { Entry } from '../../web/routing/types/entry.ts'

/** The table for the client's `route()` and `action()`: `/todos` for GET and any, else `POST /todos`. */
export function toClientRoutes({ routes }: RouteList<Entry>): Readonly<Record<string, string>> {
  const named = routes.flatMap(({ name, method, pattern: { path } }) =>
    name === undefined
      ? []
      : [[name, method === 'GET' || method === 'ANY' ? path : `${method} ${path}`]],
  )
  return Object.fromEntries(named)
}
