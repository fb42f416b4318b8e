import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { toLoggedPath } from '../../base/log/logged-path.ts'
import { securityEvents, toSafeText } from '../../base/log/security-events.ts'
import type { Answered } from '../http/request.ts'
import { stateKey } from '../http/state-key.ts'
import type { Refusal } from './request-target.ts'
import type { Log, LogFields } from '../../base/log/log.ts'

const slowMs = 1000

/** Why a request failed, in a few words, if its error is not logged for each request. */
export const failureReason = stateKey<string>('failure reason')

interface Timed extends Answered {
  readonly ms: number
  /** Additional fields, such as those of a tracer. */
  readonly logFields: LogFields | undefined
}

/**
 * Creates the function that writes the log line of a request: `error` for a failure, `warn` if it took over a second,
 * `debug` otherwise. The line contains no body, cookies, query or token of a path, which may be secrets. The error
 * itself was logged by the code that turned it into a response. In an outage the line names the reason, and at `debug`
 * the invalid fields.
 */
export function createRequestLog(log: Log): (answered: Timed) => void {
  const writesAll = log.isEnabled('debug')
  return (answered) => {
    if (answered.reply.statusCode >= 500) log.error(toMessage(answered), toFields(answered))
    else if (answered.ms > slowMs) log.warn(toMessage(answered), toFields(answered))
    else if (writesAll) log.debug(toMessage(answered), toFields(answered))
  }
}

function toMessage({ request, reply }: Timed): string {
  return `${request.method} ${toLoggedPath(request.path())} ${reply.statusCode}`
}

function toFields({ request, reply, ms, logFields }: Timed): LogFields {
  return {
    requestId: request.id,
    method: request.method,
    route: request.route?.path,
    path: toLoggedPath(request.path()),
    status: reply.statusCode,
    reason: request.get(failureReason),
    ms: Math.round(ms * 10) / 10,
    ...logFields,
  }
}

/**
 * Publishes the security event of a request refused by the server, with the fields it could read.
 */
export function tellRefusal(
  socket: Duplex,
  { status, event }: Pick<Refusal, 'status' | 'event'>,
  request?: IncomingMessage,
): void {
  if (event === undefined || !securityEvents.isHeard) return
  const ip = socket instanceof Socket ? socket.remoteAddress : undefined
  const fields = { ip, status, ...(request && toRefusedFields(request)) }
  securityEvents.tell({ event, message: 'The server refused a request', fields })
}

/** Omits the query and the user of an absolute target or host, because they may be secrets. */
function toRefusedFields({ method, url = '', headers }: IncomingMessage) {
  const [path = ''] = url.startsWith('/') ? url.split('?', 1) : []
  const host = headers.host?.split('@').at(-1) ?? ''
  return { method, path: toSafeText(toLoggedPath(path)), host: toSafeText(host) }
}
