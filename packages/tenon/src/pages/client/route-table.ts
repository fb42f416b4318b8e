import { getSuppliedRoutes, supplyRoutes, type RouteTable } from './supplied-routes.ts'

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

function readTable(): RouteTable {
  const known = getSuppliedRoutes()
  if (known !== undefined) return known
  const read = parseTable(document.querySelector('script[data-routes]')?.textContent)
  supplyRoutes(read)
  return read
}

function parseTable(text: string | null | undefined): RouteTable {
  const parsed: unknown = JSON.parse(text ?? '{}')
  // Sound: the server writes this block, names and paths, and nothing else does.
  return parsed as RouteTable
}
