import { toTable } from '../../../base/console/table.ts'
import { isLimit } from '../../../stores/limits/limit.ts'
import type { Middleware } from '../../../web/routing/handler.ts'
import type { ListedRoute } from '../../../web/routing/route-list.ts'

/** Who may use a route and how often, as `routes --audit` prints it. */
export interface RouteAudit {
  readonly method: string
  readonly path: string
  readonly name: string | null
  /** What the login before the route provides; `null` without one. */
  readonly login: string | null
  /** `public`, `signed in`, or the abilities that it asks for; empty if the route does not say. */
  readonly access: readonly string[]
  readonly limits: readonly string[]
  readonly place: string
}

/** Audits a route; `outer` is the middleware around the whole application. */
export function toRouteAudit(route: ListedRoute, outer: readonly Middleware[]): RouteAudit {
  const { method, pattern, name, access, place } = route
  const middlewares = [...outer, ...route.middlewares]
  const provisions = middlewares.flatMap(({ provides = [] }) => provides)
  return {
    method,
    path: pattern.path,
    name: name ?? null,
    login: provisions.findLast(({ identifies }) => identifies)?.description ?? null,
    access: access.map((stated) => (stated.kind === 'can' ? stated.rule.title : said[stated.kind])),
    limits: middlewares.filter(isLimit).map((limit) => limit.name),
    place: place.location,
  }
}

const said = { public: 'public', signedIn: 'signed in' } as const

/** Shows what nobody has stated, because a column with an empty field is easily overlooked. */
export function toAuditTable(audits: readonly RouteAudit[]): string {
  if (audits.length === 0) return 'No route matches.'
  const rows = audits.map(({ method, path, login, access, limits, place }) => [
    method,
    path,
    login ?? 'none',
    access.length === 0 ? 'not stated' : access.join(', '),
    limits.length === 0 ? 'none' : limits.join(', '),
    place,
  ])
  return toTable(['METHOD', 'PATH', 'LOGIN', 'ABILITY', 'LIMIT', 'DECLARED AT'], rows)
}
