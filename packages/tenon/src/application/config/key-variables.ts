import type { Middleware } from '../../web/routing/handler.ts'
import type { ListedRoute } from '../../web/routing/route-list.ts'
import type { Purpose } from './settings.ts'

/** What an application declares that may need a key. */
export interface KeyUses {
  readonly routes: { readonly routes: readonly Pick<ListedRoute, 'middlewares'>[] }
  readonly middleware?: readonly Middleware[]
  readonly mail?: { readonly unsubscribe?: readonly unknown[] }
}

/**
 * The variable that an application needs in production to log users in, which only a process that serves does, and to
 * make links to unsubscribe. Without it, each of these would fail when it is used.
 */
export function keyVariables(
  { routes, middleware = [], mail: { unsubscribe = [] } = {} }: KeyUses,
  purpose: Purpose,
): readonly string[] {
  const all = [middleware, ...routes.routes.map(({ middlewares }) => middlewares)].flat()
  const isLoggingIn = purpose === 'serving' && all.some(({ needsKey }) => needsKey)
  return isLoggingIn || unsubscribe.length > 0 ? ['APP_KEY'] : []
}
