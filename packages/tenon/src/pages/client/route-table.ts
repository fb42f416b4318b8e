import {
  getSuppliedBase,
  getSuppliedOrigin,
  getSuppliedRoutes,
  supplyRoutes,
  type RouteTable,
} from './supplied-routes.ts'

/** A named route, before its parameters are filled in. */
export interface KnownRoute {
  readonly method: string
  readonly path: string
}

/** Finds a route in a table; `undefined` for an unknown name. Default: the table of this document. */
export function findRoute(name: string, table = readTable()): KnownRoute | undefined {
  const entry = Object.hasOwn(table, name) ? table[name] : undefined
  if (entry === undefined) return undefined
  const start = entry.indexOf('/')
  return {
    method: start === 0 ? 'get' : entry.slice(0, start - 1).toLowerCase(),
    path: entry.slice(start),
  }
}

/** Returns the route. Throws for an unknown name; the message suggests a similar name. */
export function getRoute(name: string, table = readTable()): KnownRoute {
  const known = findRoute(name, table)
  if (known !== undefined) return known
  let most = name.length / 2
  let hint = ''
  for (const other in table) {
    const alike = countAlike(name, other)
    if (alike > most) [most, hint] = [alike, ` Did you mean "${other}"?`]
  }
  throw new Error(`There is no route named "${name}".${hint}`)
}

/**
 * Counts the letters that two names share at the beginning and the end. This is short, because browsers download it.
 */
function countAlike(one: string, other: string): number {
  let start = 0
  let end = 0
  while (start < one.length && one[start] === other[start]) start++
  while (end < one.length - start && one.at(~end) === other.at(~end)) end++
  return start + end
}

/**
 * Returns the prefix for paths that you write yourself: the path of `APP_URL`, which is usually empty. In a mail, it
 * begins with the origin.
 *
 * `<img src={`${basePath()}/logo.png`}>` shows a file in `public/`. The URLs of `route()` and `action()` already
 * contain it.
 */
export function basePath(): string {
  readTable()
  return getSuppliedOrigin() + getSuppliedBase()
}

function readTable(): RouteTable {
  const known = getSuppliedRoutes()
  if (known !== undefined) return known
  const element = document.querySelector<HTMLElement>('script[data-routes]')
  // Sound: only the server writes this block, and it writes nothing but names and paths.
  const read = JSON.parse(element?.textContent ?? '{}') as RouteTable
  supplyRoutes(read, { base: element?.dataset['base'] })
  return read
}
