import type { Answered } from '../../web/http/request.ts'
import { tracingChannel } from 'node:diagnostics_channel'
import type { Exchange } from '../../web/http/exchange.ts'
import type { Middleware } from '../../web/routing/handler.ts'
import type { Telemetry } from '../../observability/telemetry/telemetry.ts'
import type { Kernel } from './kernel.ts'

/** What subscribers of the tracing channel `tenon.request` receive for each request. */
export interface RequestTrace {
  readonly exchange: Exchange
  /** From `asyncEnd` on: the reply, and the request with the route that answered. */
  readonly result?: Answered
}

/**
 * Wraps a kernel so that its requests are traced.
 *
 * They are traced by the application's telemetry, if any, and on the tracing channel
 * `tenon.request` of `node:diagnostics_channel`. Without subscribers, the channel costs no more
 * than checking for them. With subscribers, every answer is a promise.
 */
export function traced(kernel: Kernel, telemetry?: Telemetry): Kernel {
  const handle: Kernel['handle'] =
    telemetry === undefined
      ? kernel.handle
      : (exchange) => telemetry.followRequest(exchange, () => kernel.handle(exchange))
  const requests = tracingChannel<unknown, RequestTrace>('tenon.request')
  return {
    handle: (exchange) =>
      requests.start.hasSubscribers
        ? requests.tracePromise(async () => handle(exchange), { exchange })
        : handle(exchange),
  }
}

/** Middleware that reports a request's route to telemetry before it is answered; none without it. */
export function naming(telemetry?: Telemetry): readonly Middleware[] {
  if (telemetry === undefined) return []
  const nameRequest: Middleware = (request, next) => {
    telemetry.nameRequest(request)
    return next()
  }
  return [nameRequest]
}
