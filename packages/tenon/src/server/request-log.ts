import type { Reply } from '../http/reply.ts'
import type { HttpRequest } from '../http/request.ts'
import type { Log } from '../log/log.ts'

const slowMs = 1000

/**
 * Writes the line of a request: at level `debug`, except that a failure is an `error` and what took
 * over a second a `warn`. No body, no cookie and no query, which may hold secrets; the error itself
 * was logged by whoever made an answer of it.
 */
export function logRequest(log: Log, request: HttpRequest, reply: Reply, ms: number): void {
  if (reply.statusCode >= 500) {
    log.error(toMessage(request, reply), toFields(request, reply, ms))
  } else if (ms > slowMs) {
    log.warn(toMessage(request, reply), toFields(request, reply, ms))
  } else if (log.isEnabled('debug')) {
    log.debug(toMessage(request, reply), toFields(request, reply, ms))
  }
}

function toMessage(request: HttpRequest, reply: Reply): string {
  return `${request.method} ${request.path()} ${reply.statusCode}`
}

function toFields(request: HttpRequest, reply: Reply, ms: number) {
  return {
    requestId: request.id,
    method: request.method,
    route: request.route?.path,
    path: request.path(),
    status: reply.statusCode,
    ms: Math.round(ms * 10) / 10,
  }
}
