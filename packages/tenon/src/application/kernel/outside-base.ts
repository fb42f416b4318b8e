import { NotFound } from '../../base/support/http-error.ts'
import type { MaybePromise } from '../../base/support/maybe-promise.ts'
import { toLoggedPath } from '../../base/log/logged-path.ts'
import type { Log } from '../../base/log/log.ts'
import { isBelow } from '../../base/support/values/base-path.ts'
import type { Reply } from '../../web/http/reply.ts'
import type { HttpRequest } from '../../web/http/request.ts'

type RouteRequest = (request: HttpRequest) => MaybePromise<Reply>

/**
 * Refuses requests outside the path of `APP_URL`, except the probes: a monitor asks a process directly, and knows
 * nothing about a proxy. Without a path, it returns `route` itself.
 */
export function outsideBase(base: string | undefined, log: Log, route: RouteRequest): RouteRequest {
  if (base === undefined) return route
  let isTold = false
  return (request) => {
    if (isBelow(base, request.target) || probes.test(request.target)) return route(request)
    // Log it only once: anybody can send such requests.
    if (!isTold) log.warn(toHint(base), { path: toLoggedPath(request.path()) })
    isTold = true
    throw new NotFound()
  }
}

const probes = /^\/_app\/(?:health|live|ready|metrics)(?:\?|$)/

function toHint(base: string): string {
  return `A request outside of ${base}, the path of APP_URL, was answered 404. A proxy must pass paths as they are, with ${base}.`
}
