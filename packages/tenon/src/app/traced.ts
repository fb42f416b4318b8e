import { tracingChannel } from 'node:diagnostics_channel'
import type { Exchange } from '../http/exchange.ts'
import type { Answer, Kernel } from './kernel.ts'

/** What subscribers of the tracing channel `tenon.request` get of each request. */
export interface RequestTrace {
  readonly exchange: Exchange
  /** From `asyncEnd` on: the request, with the route that answered, and the reply. */
  readonly result?: Answer
}

/**
 * A kernel whose requests are spans on the tracing channel `tenon.request` of
 * `node:diagnostics_channel`, for whoever binds a tracer to it. While nobody does, asking that is
 * all it costs; while somebody does, every answer is a promise.
 */
export function traced({ handle }: Kernel): Kernel {
  const requests = tracingChannel<unknown, RequestTrace>('tenon.request')
  return {
    handle: (exchange) =>
      requests.start.hasSubscribers
        ? requests.tracePromise(async () => handle(exchange), { exchange })
        : handle(exchange),
  }
}
