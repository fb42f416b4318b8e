import { SetupError } from '../../base/support/setup-error.ts'
import type { Bindings } from '../../web/binding/binding.ts'
import { BoundHandler } from '../../web/binding/handler.ts'
import { toTitle, type ListedRoute, type RouteList } from '../../web/routing/route-list.ts'
import type { RouteEntry } from '../../web/routing/types/entry.ts'
import { isBody } from './openapi/request-schema.ts'

/** Throws `E_EXAMPLE` for a route that shows the example of a body but does not bind a body. */
export function assertExamples({ routes }: RouteList<RouteEntry>): void {
  for (const route of routes) {
    if (route.description?.example === undefined || takesBody(route)) continue
    throw new SetupError(
      'E_EXAMPLE',
      `${toTitle(route)} (${route.place.location}) shows the example of a body, but its handler binds none. ` +
        'Bind it with body(schema), or remove the example.',
    )
  }
}

function takesBody({ handler }: ListedRoute): boolean {
  if (!(handler instanceof BoundHandler)) return false
  // Sound: a handler with any other binding does not boot.
  return Object.values(handler.bindings as Bindings).some(isBody)
}
