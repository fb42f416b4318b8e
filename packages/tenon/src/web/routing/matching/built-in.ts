import { SetupError } from '../../../base/support/setup-error.ts'
import type { MaybePromise } from '../../../base/support/maybe-promise.ts'
import type { Reply } from '../../http/reply.ts'
import type { HttpRequest } from '../../http/request.ts'
import { toPathPattern, toShape, type PathPattern } from '../path-pattern.ts'
import { toTitle, type ListedRoute } from '../route-list.ts'

/**
 * A path that the framework answers itself. None of the application's middleware runs around it, and
 * logs and metrics do not count it as a route of the application.
 */
export interface BuiltIn {
  /** `GET` also answers HEAD, and leaves the path's other methods to the application. */
  readonly method: 'GET' | 'ANY'
  readonly pattern: PathPattern
  /** What answers, such as `the OpenAPI document`. */
  readonly owner: string
  /** Whether it also answers while the application is down for maintenance. */
  readonly staysUp: boolean
  readonly answer: (request: HttpRequest) => MaybePromise<Reply>
}

/** Describes a path that the framework answers: by default every method, also during maintenance. */
export function builtIn(
  path: string,
  owner: string,
  answer: BuiltIn['answer'],
  options: Partial<Pick<BuiltIn, 'method' | 'staysUp'>> = {},
): BuiltIn {
  return { method: 'ANY', pattern: toPathPattern(path), owner, staysUp: true, answer, ...options }
}

/** The pattern of a path exactly as clients send it, which may contain escapes. */
export function toSentPattern(path: string): PathPattern {
  const segments = path.slice(1).split('/')
  return {
    path,
    segments: segments.map((text) => ({ kind: 'fixed', text })),
    parameterNames: [],
  }
}

/** Throws `E_ROUTE_TAKEN` for a route that no request would reach. */
export function assertFree(routes: readonly ListedRoute[], builtIns: readonly BuiltIn[]): void {
  const owners = new Map(builtIns.map((each) => [toShape(each.pattern), each]))
  for (const route of routes) {
    const taken = owners.get(toShape(route.pattern))
    if (taken === undefined) continue
    if (taken.method === 'GET' && !reading.has(route.method)) continue
    throw new SetupError(
      'E_ROUTE_TAKEN',
      `The route ${toTitle(route)} (${route.place.location}) is at the path of ${taken.owner}`,
    )
  }
}

const reading: ReadonlySet<string> = new Set(['GET', 'HEAD', 'ANY'])
