/** Who may use a route: checks at boot what `.can()`, `.signedIn()` and `.public()` say. */
import type { HttpRequest } from '../http/request.ts'
import { isPromise } from '../../base/support/maybe-promise.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { toDemands, type AccessRule } from './access-rule.ts'
import type { Middleware, RouteSite, RunHandler } from './handler.ts'
import type { Provision } from './provision.ts'
import { toWhere, type ListedRoute } from './route-list.ts'

/** Throws if the access rules of a route contradict each other or the middleware around it. */
export function assertAccess(route: ListedRoute, middlewares: readonly Middleware[]): void {
  if (route.access.length === 0) return
  const provisions = middlewares.flatMap(({ provides = [] }) => provides)
  assertPublic(route, provisions)
  assertLogin(route, provisions)
}

function assertPublic(route: ListedRoute, provisions: readonly Provision<object>[]): void {
  const { access } = route
  if (!access.some(({ kind }) => kind === 'public')) return
  if (access.some(({ kind }) => kind !== 'public')) throw contradicting(route)
  if (provisions.some(({ identifies }) => identifies)) throw behindLogin(route)
}

function assertLogin(route: ListedRoute, provisions: readonly Provision<object>[]): void {
  const isSignedIn = route.access.some(({ kind }) => kind === 'signedIn')
  if (isSignedIn && !provisions.some(({ identifies }) => identifies)) {
    throw withoutLogin(route, '.signedIn()')
  }
  const demand = toDemands(route.access).find(({ rule }) => !provisions.includes(rule.provision))
  if (demand !== undefined) throw withoutLogin(route, `.can(${demand.rule.title})`)
}

/** Runs a handler without bindings only if every rule lets the request through. */
export function guardHandler(run: RunHandler, site: RouteSite): RunHandler {
  const { demands } = site
  if (demands.length === 0) return run
  for (const { rule } of demands) {
    if (rule.model !== undefined) throw withoutRecord(site, rule)
  }
  const runFrom = (index: number, request: HttpRequest): unknown => {
    for (let i = index; i < demands.length; i++) {
      const pending = demands[i]?.rule.check(request, undefined)
      if (isPromise(pending)) return pending.then(() => runFrom(i + 1, request))
    }
    return run(request)
  }
  return (request) => runFrom(0, request)
}

/** The error for a rule on a route whose handler binds no record for it to judge. */
export function withoutRecord({ pattern, place }: RouteSite, rule: AccessRule): SetupError {
  return new SetupError(
    'E_ACCESS_RECORD',
    `"${pattern.path}" (${place.location}) says .can(${rule.title}), but its handler binds no record of ` +
      `"${rule.model?.table}". Bind it, or check it in the handler with authorize().`,
  )
}

function contradicting(route: ListedRoute): SetupError {
  return new SetupError(
    'E_ACCESS_PUBLIC',
    `${toWhere(route)} says .public(), but it or its group also says .can(…) or .signedIn(). Remove one, or move the ` +
      'route out of the group.',
  )
}

function behindLogin(route: ListedRoute): SetupError {
  return new SetupError(
    'E_ACCESS_PUBLIC',
    `${toWhere(route)} says .public(), but middleware before it requires a login. Write .signedIn() if every user may ` +
      'use it, or move the route out of the group.',
  )
}

function withoutLogin(route: ListedRoute, said: string): SetupError {
  return new SetupError(
    'E_ACCESS_LOGIN',
    `${toWhere(route)} says ${said}, but no middleware before it requires a login. Add it to the route or to its group.`,
  )
}
