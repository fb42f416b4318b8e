import { toTable } from '../../../base/console/table.ts'
import { isLimit } from '../../../stores/limits/limit.ts'
import type { Credentials, Middleware } from '../../../web/routing/handler.ts'
import type { ListedRoute } from '../../../web/routing/route-list.ts'
import { signed } from '../../../web/routing/signed-url.ts'
import { type PersonalOfRoute, personalOfRoute } from './personal-of-route.ts'

/** Who may use a route, and how often, as `routes --audit` prints it. */
export interface RouteAudit {
  readonly method: string
  readonly path: string
  readonly name: string | null
  /** What the route's login middleware provides; `null` if there is none. */
  readonly login: string | null
  /** How that login identifies the user; `null` if unknown. */
  readonly credentials: Credentials | null
  /** Whether only signed URLs may use the route. */
  readonly isSigned: boolean
  /** `public`, `signed in`, or the required abilities; empty if the route does not say. */
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
  const login = middlewares.findLast(({ provides }) => provides?.identifies === true)
  return {
    method,
    path: pattern.path,
    name: name ?? null,
    login: login?.provides?.description ?? null,
    credentials: login?.credentials ?? null,
    isSigned: middlewares.includes(signed),
    access: access.map((stated) => (stated.kind === 'can' ? stated.rule.title : said[stated.kind])),
    limits: middlewares.filter(isLimit).map((limit) => limit.name),
    isUnscoped,
    personal: personalOfRoute(route),
    place: place.location,
  }
}

const said = { public: 'public', signedIn: 'signed in' } as const

/** Writes a table. Missing statements get a word, because an empty field is easily overlooked. */
export function toAuditTable(audits: readonly RouteAudit[]): string {
  if (audits.length === 0) return 'No route matches.'
  const isPersonal = audits.some(({ personal }) => toPersonalText(personal) !== 'none')
  const rows = audits.map(
    ({ personal, method, path, access, limits, isUnscoped, place, ...audit }) => [
      method,
      path,
      toLoginText(audit),
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

/** Names the login. A token has fewer rights than a session, and anyone can use a signed URL, so the text says so. */
function toLoginText({
  login,
  credentials,
  isSigned,
}: Pick<RouteAudit, 'login' | 'credentials' | 'isSigned'>): string {
  const isToken = credentials === 'bearer' || credentials === 'token'
  const logins = login === null ? [] : [isToken ? `${login} by token` : login]
  return [...logins, ...(isSigned ? ['signed URL'] : [])].join(', ') || 'none'
}

/** The columns that are sent, then in brackets the columns that are only bound. */
function toPersonalText({ answered, bound }: PersonalOfRoute): string {
  const others = bound.filter((name) => !answered.includes(name)).map((name) => `(${name})`)
  return [...answered, ...others].join(', ') || 'none'
}
