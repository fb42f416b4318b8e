import { getSuppliedRoutes, supplyRoutes, type RouteTable } from './supplied-routes.ts'

/** A named route, with its parameters not filled in yet. */
export interface KnownRoute {
  readonly method: string
  readonly path: string
}

/** Finds a route in this document's table; `undefined` for an unknown name. */
export function findRoute(name: string): KnownRoute | undefined {
  const entry = readTable()[name]
  if (entry === undefined) return undefined
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
  // Sound: only the server writes this block, and it writes nothing but names and paths.
  return parsed as RouteTable
}
