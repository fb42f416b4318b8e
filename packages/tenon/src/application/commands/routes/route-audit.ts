import { toTable } from '../../../base/console/table.ts'
import { isLimit } from '../../../stores/limits/limit.ts'
import type { Middleware } from '../../../web/routing/handler.ts'
import type { ListedRoute } from '../../../web/routing/route-list.ts'
import { type PersonalOfRoute, personalOfRoute } from './personal-of-route.ts'

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
  /** Whether records are looked up by their keys alone, without their owners. */
  readonly isUnscoped: boolean
  readonly personal: PersonalOfRoute
  readonly place: string
}

/** Audits a route; `outer` is the middleware around the whole application. */
export function toRouteAudit(route: ListedRoute, outer: readonly Middleware[]): RouteAudit {
  const { method, pattern, name, access, isUnscoped, place } = route
  const middlewares = [...outer, ...route.middlewares]
  const provisions = middlewares.flatMap(({ provides = [] }) => provides)
  return {
    method,
    path: pattern.path,
    name: name ?? null,
    login: provisions.findLast(({ identifies }) => identifies)?.description ?? null,
    access: access.map((stated) => (stated.kind === 'can' ? stated.rule.title : said[stated.kind])),
    limits: middlewares.filter(isLimit).map((limit) => limit.name),
    isUnscoped,
    personal: personalOfRoute(route),
    place: place.location,
  }
}

const said = { public: 'public', signedIn: 'signed in' } as const

/** Shows what nobody has stated, because a column with an empty field is easily overlooked. */
export function toAuditTable(audits: readonly RouteAudit[]): string {
  if (audits.length === 0) return 'No route matches.'
  const isPersonal = audits.some(({ personal }) => toPersonalText(personal) !== 'none')
  const rows = audits.map(
    ({ personal, method, path, login, access, limits, isUnscoped, place }) => [
      method,
      path,
      login ?? 'none',
      access.length === 0 ? 'not stated' : access.join(', '),
      limits.length === 0 ? 'none' : limits.join(', '),
      isUnscoped ? 'unscoped' : 'scoped',
      ...(isPersonal ? [toPersonalText(personal)] : []),
      place,
    ],
  )
  const heads = ['METHOD', 'PATH', 'LOGIN', 'ABILITY', 'LIMIT', 'RECORDS']
  return toTable([...heads, ...(isPersonal ? ['PERSONAL'] : []), 'DECLARED AT'], rows)
}

/** What is answered, and in brackets what is only bound. */
function toPersonalText({ answered, bound }: PersonalOfRoute): string {
  const others = bound.filter((name) => !answered.includes(name)).map((name) => `(${name})`)
  return [...answered, ...others].join(', ') || 'none'
}
