import type { Middleware } from '../../web/routing/handler.ts'
import type { Telemetry } from '../../observability/telemetry/telemetry.ts'
import type { Kernel } from './kernel.ts'

/**
 * Lets the application's telemetry, if there is any, follow the requests of a kernel, except those to Tenon's own
 * paths. Probes request these paths also outside the path of `APP_URL`.
 */
export function traced(kernel: Kernel, base: string, telemetry?: Telemetry): Kernel {
  if (telemetry === undefined) return kernel
  const own = [`${base}/_app/`, '/_app/']
  return {
    handle: (exchange) =>
      own.some((path) => exchange.target.startsWith(path))
        ? kernel.handle(exchange)
        : telemetry.followRequest(exchange, () => kernel.handle(exchange)),
  }
}

/** Middleware that reports a request's route to telemetry before it is answered; empty without telemetry. */
export function naming(telemetry?: Telemetry): readonly Middleware[] {
  if (telemetry === undefined) return []
  const nameRequest: Middleware = (request, next) => {
    telemetry.nameRequest(request)
    return next()
  }
  return [nameRequest]
}
