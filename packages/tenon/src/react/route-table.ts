/**
 * What the client knows of the application's named routes: the server writes a path for a GET,
 * `POST /todos` for any other method.
 */
export type RouteTable = Readonly<Record<string, string>>

/** A named route, its parameters not yet filled in. */
export interface KnownRoute {
  readonly method: string
  readonly path: string
}

/** Finds a route in the table of this document. Throws for an unknown name. */
export function getRoute(name: string): KnownRoute {
  const entry = readTable()[name]
  if (entry === undefined) throw new Error(`There is no route named "${name}".`)
  const start = entry.indexOf('/')
  return {
    method: start === 0 ? 'get' : entry.slice(0, start - 1).toLowerCase(),
    path: entry.slice(start),
  }
}

/** Gives the table where there is no document: the same one for every page of an application. */
export function supplyRoutes(routes: RouteTable): void {
  table = routes
}

let table: RouteTable | undefined

function readTable(): RouteTable {
  return (table ??= parseTable(document.querySelector('script[data-routes]')?.textContent))
}

function parseTable(text: string | null | undefined): RouteTable {
  const parsed: unknown = JSON.parse(text ?? '{}')
  // Sound: the server writes this block, names and paths, and nothing else does.
  return parsed as RouteTable
}
