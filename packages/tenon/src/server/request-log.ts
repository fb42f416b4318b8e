import type { Reply } from '../http/reply.ts'
import type { HttpRequest } from '../http/request.ts'
import type { Log, LogFields } from '../log/log.ts'

const slowMs = 1000

interface AnsweredRequest {
  readonly request: HttpRequest
  readonly reply: Reply
  readonly ms: number
  /** What follows the request has the line carry as well. */
  readonly logFields: LogFields | undefined
}

/**
 * Writes the line of a request: at level `debug`, except that a failure is an `error` and what took
 * over a second a `warn`. No body, no cookie and no query, which may hold secrets; the error itself
 * was logged by whoever made an answer of it.
 */
export function logRequest(log: Log, answered: AnsweredRequest): void {
  if (answered.reply.statusCode >= 500) log.error(toMessage(answered), toFields(answered))
  else if (answered.ms > slowMs) log.warn(toMessage(answered), toFields(answered))
  else if (log.isEnabled('debug')) log.debug(toMessage(answered), toFields(answered))
}

function toMessage({ request, reply }: AnsweredRequest): string {
  return `${request.method} ${request.path()} ${reply.statusCode}`
}

function toFields({ request, reply, ms, logFields }: AnsweredRequest): LogFields {
  return {
    requestId: request.id,
    method: request.method,
    route: request.route?.path,
    path: request.path(),
    status: reply.statusCode,
    ms: Math.round(ms * 10) / 10,
    ...logFields,
  }
}
