import type { Middleware } from '../../web/routing/handler.ts'
import type { ListedRoute } from '../../web/routing/route-list.ts'
import type { Purpose } from './settings.ts'

/** The options of an application that may need a key. */
export interface KeyUses {
  readonly routes: { readonly routes: readonly Pick<ListedRoute, 'middlewares'>[] }
  readonly middleware?: readonly Middleware[]
  readonly mail?: { readonly unsubscribe?: readonly unknown[] }
}

/**
 * Returns `APP_KEY` if an application needs it in production: to log users in, which only a serving process does, or to
 * make links to unsubscribe. Without it, each of these would fail on first use.
 */
export function keyVariables(
  { routes, middleware = [], mail: { unsubscribe = [] } = {} }: KeyUses,
  purpose: Purpose,
): readonly string[] {
  const all = [middleware, ...routes.routes.map(({ middlewares }) => middlewares)].flat()
  const isLoggingIn = purpose === 'serving' && all.some(({ needsKey }) => needsKey)
  return isLoggingIn || unsubscribe.length > 0 ? ['APP_KEY'] : []
}
