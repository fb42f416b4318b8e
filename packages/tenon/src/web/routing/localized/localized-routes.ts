import { toPathPattern, type PathPattern } from '../path-pattern.ts'
import { assertPathsFree, type ListedRoute, type RouteList } from '../route-list.ts'
import type { RouteEntry } from '../types/entry.ts'

/**
 * Repeats each route below `localized()` for each language: `/todos`, `/de/todos`, `/ar/todos`. Throws
 * `E_ROUTE_TAKEN` if another route has such a path.
 */
export function inLanguages(
  list: RouteList<RouteEntry>,
  languages: readonly [string, ...string[]],
): RouteList<RouteEntry> {
  const [byDefault, ...others] = languages
  const routes = list.routes.flatMap((route): readonly ListedRoute[] => {
    if (route.pattern.isLocalized !== true) return [route]
    return [
      { ...route, language: byDefault },
      ...others.map((language) => ({
        ...route,
        language,
        pattern: { ...toPathPattern(`/${language}${route.pattern.path}`), isLocalized: true },
      })),
    ]
  })
  assertPathsFree(routes)
  return { ...list, routes }
}

/** The path of a localized route for the client, which fills in the language: `/{@en}/todos`. */
export function toClientPath({ path, isLocalized }: PathPattern, byDefault: string): string {
  return isLocalized === true ? `/{@${byDefault}}${path === '/' ? '' : path}` : path
}
