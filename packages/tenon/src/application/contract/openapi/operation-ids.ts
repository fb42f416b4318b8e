import { capitalize } from '../../../base/support/values/capitalize.ts'
import type { ListedRoute } from '../../../web/routing/route-list.ts'

/**
 * The ids of operations, from which generators make the names of functions: a route's name, or its method and path. All
 * ids are different, even if two paths differ only in their punctuation.
 */
export class OperationIds {
  readonly #ids = new Map<ListedRoute, string>()

  constructor(routes: readonly ListedRoute[]) {
    const taken = new Set<string>()
    for (const { name } of routes) if (name !== undefined) taken.add(name)
    for (const route of routes)
      this.#ids.set(route, route.name ?? take(toOperationId(route), taken))
  }

  of(route: ListedRoute): string {
    return this.#ids.get(route) ?? toOperationId(route)
  }
}

function take(id: string, taken: Set<string>): string {
  let free = id
  for (let i = 2; taken.has(free); i++) free = `${id}${i}`
  taken.add(free)
  return free
}

/** Makes an id such as `getBooksBook` for a route without a name. */
function toOperationId({ method, pattern }: ListedRoute): string {
  const words = pattern.path.match(/[a-z0-9]+/gi) ?? []
  return [method.toLowerCase(), ...words.map(capitalize)].join('')
}
