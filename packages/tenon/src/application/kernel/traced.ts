import { tracingChannel } from 'node:diagnostics_channel'
import type { Exchange } from '../http/exchange.ts'
import type { Middleware } from '../routing/handler.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'
import type { Answer, Kernel } from './kernel.ts'

/** What subscribers of the tracing channel `tenon.request` get of each request. */
export interface RequestTrace {
  readonly exchange: Exchange
  /** From `asyncEnd` on: the request, with the route that answered, and the reply. */
  readonly result?: Answer
}

/**
 * A kernel whose requests are followed by the application's telemetry, where it has one, and are
 * spans on the tracing channel `tenon.request` of `node:diagnostics_channel`. While nobody listens
 * to it, asking that is all it costs; while somebody does, every answer is a promise.
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

/** What tells telemetry of a request's route, for an answer that never comes; none without it. */
export function naming(telemetry?: Telemetry): readonly Middleware[] {
  if (telemetry === undefined) return []
  const nameRequest: Middleware = (request, next) => {
    telemetry.nameRequest(request)
    return next()
  }
  return [nameRequest]
}
