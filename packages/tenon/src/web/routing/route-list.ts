import { inspect } from 'node:util'
import { findNearest } from '../../base/console/nearest.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import type { Access } from './access-rule.ts'
import type { Middleware } from './handler.ts'
import { assertSlash, joinPaths, toPathPattern, toShape, type PathPattern } from './path-pattern.ts'
import type { CallSite } from './call-site.ts'
import type { AnyHandler, Fallback, Group, Method, RouteDescription, RouteItem } from './route.ts'
import type { CheckedItem, StatedItem } from './types/checked-item.ts'
import type { Entries, EntriesOf, RouteEntry } from './types/entry.ts'

/** A route with its groups resolved: the whole path, and all middleware, outermost first. */
export interface ListedRoute {
  readonly method: Method
  readonly pattern: PathPattern
  readonly name: string | undefined
  readonly middlewares: readonly Middleware[]
  readonly handler: AnyHandler
  /** The name of the route that shows this route's form, if declared. */
  readonly formPage: string | undefined
  readonly allowsCrossOrigin: boolean
  /** What the route and its groups say about who may use it, outermost first. */
  readonly access: readonly Access[]
  readonly isUnscoped: boolean
  /** The description of the route as a tool for agents; `undefined` if it is none. */
  readonly tool: string | undefined
  /** The description for the OpenAPI document. */
  readonly description: RouteDescription | undefined
  /** The language of its path, if it is below `localized()` and the application has languages. */
  readonly language?: string
  readonly place: CallSite
}

/** The validated routes of an application. */
export interface RouteList<E extends RouteEntry> extends Entries<E> {
  readonly routes: readonly ListedRoute[]
  readonly fallback: Fallback | undefined
}

/**
 * Declares the routes of an application.
 *
 * The compiler checks that each handler only binds parameters of its path. This function checks
 * that again, and also what types cannot see: a duplicate route or name, a repeated parameter, a
 * second fallback. Throws `SetupError`, naming the locations.
 */
export function routes<const Items extends readonly RouteItem[]>(items: {
  readonly [Index in keyof Items]: CheckedItem<Items[Index]>
}): RouteList<EntriesOf<Items[number]>>
export function routes(items: readonly RouteItem[]): RouteList<RouteEntry> {
  const list = withFormPages(items.flatMap((item) => flatten(item, outermost)))
  assertPathsFree(list)
  assertOnce(list, toName, 'E_ROUTE_NAME_TAKEN', (route) => `The route name "${route.name}"`)
  list.forEach((route) => assertFormPage(route, list))
  list.forEach((route) => assertCallable(route, toTitle(route)))
  const fallbacks = items.flatMap(toFallbacks)
  assertOneFallback(fallbacks)
  fallbacks.forEach((fallback) => assertCallable(fallback, 'the fallback'))
  return { routes: list, fallback: fallbacks[0] }
}

/**
 * Declares routes like `routes()`, but every route or its group must say who may use it, with `.can()`, `.signedIn()`
 * or `.public()`. Otherwise it does not compile, and it throws `E_ACCESS_UNSTATED` at boot. The fallback is exempt.
 */
routes.stated = stated

function stated<const Items extends readonly RouteItem[]>(items: {
  readonly [Index in keyof Items]: StatedItem<Items[Index]>
}): RouteList<EntriesOf<Items[number]>>
function stated(items: readonly RouteItem[]): RouteList<RouteEntry> {
  const list = routes(items)
  assertStated(list.routes)
  return list
}

/** Formats a route for messages and listings: `GET /todos/{todo}`. */
export function toTitle(route: ListedRoute): string {
  return `${route.method} ${route.pattern.path}`
}

/** Formats a route with its place: `GET /todos/{todo} (app/routes.ts:8:3)`. */
export function toWhere(route: ListedRoute): string {
  return `${toTitle(route)} (${route.place.location})`
}

/** What a route inherits from its groups. */
type Outer = Pick<
  Group<RouteEntry>,
  'prefix' | 'namePrefix' | 'isLocalized' | 'middlewares' | 'allowsCrossOrigin' | 'access'
>

const outermost: Outer = {
  prefix: '',
  namePrefix: '',
  isLocalized: false,
  middlewares: [],
  allowsCrossOrigin: false,
  access: [],
}

/** A route that knows what comes before its name. */
interface FlatRoute extends ListedRoute, Pick<Outer, 'namePrefix'> {}

function flatten(item: RouteItem, outer: Outer): readonly FlatRoute[] {
  if (item.kind === 'fallback') return []
  if (item.kind === 'group') {
    assertSlash(item.prefix)
    const inner: Outer = {
      prefix: joinPaths(outer.prefix, item.prefix),
      namePrefix: outer.namePrefix + item.namePrefix,
      isLocalized: outer.isLocalized || item.isLocalized,
      middlewares: [...outer.middlewares, ...item.middlewares],
      allowsCrossOrigin: outer.allowsCrossOrigin || item.allowsCrossOrigin,
      access: [...outer.access, ...item.access],
    }
    return item.items.flatMap((within) => flatten(within, inner))
  }
  const { path, name, middlewares, allowsCrossOrigin, access, ...declared } = item.declaration
  assertSlash(path)
  return [
    {
      ...declared,
      name: name === undefined ? undefined : outer.namePrefix + name,
      namePrefix: outer.namePrefix,
      pattern: { ...toPathPattern(joinPaths(outer.prefix, path)), ...toLocalized(outer) },
      middlewares: [...outer.middlewares, ...middlewares],
      allowsCrossOrigin: outer.allowsCrossOrigin || allowsCrossOrigin,
      access: [...outer.access, ...access],
    },
  ]
}

/** The form page of a route is the one in its own named groups, if there is one, so that versions can share both. */
function withFormPages(list: readonly FlatRoute[]): readonly ListedRoute[] {
  const names = new Set(list.map(({ name }) => name))
  return list.map(({ namePrefix, ...route }) => {
    const own = namePrefix + route.formPage
    return route.formPage !== undefined && names.has(own) ? { ...route, formPage: own } : route
  })
}

function toLocalized({ isLocalized }: Outer): Pick<PathPattern, 'isLocalized'> {
  return isLocalized ? { isLocalized } : {}
}

function toFallbacks(item: RouteItem): readonly Fallback[] {
  if (item.kind === 'fallback') return [item]
  if (item.kind === 'route') return []
  const nested = item.items.find((inner) => inner.kind === 'fallback')
  if (nested !== undefined) {
    throw new SetupError(
      'E_FALLBACK_IN_GROUP',
      `The fallback at ${nested.place.location} is inside a group. Move it to the top level of the route list.`,
    )
  }
  return item.items.flatMap(toFallbacks)
}

/** Throws `E_ROUTE_TAKEN` if two routes match the same requests. */
export function assertPathsFree(list: readonly ListedRoute[]): void {
  assertOnce(list, toMethodAndShape, 'E_ROUTE_TAKEN', (route) => `The route ${toTitle(route)}`)
}

function toMethodAndShape({ method, pattern }: ListedRoute): string {
  return `${method} ${toShape(pattern)}`
}

function toName(route: ListedRoute): string | undefined {
  return route.name
}

function assertOnce(
  list: readonly ListedRoute[],
  toKey: (route: ListedRoute) => string | undefined,
  code: 'E_ROUTE_TAKEN' | 'E_ROUTE_NAME_TAKEN',
  describe: (route: ListedRoute) => string,
): void {
  const seen = new Map<string, ListedRoute>()
  for (const route of list) {
    const key = toKey(route)
    if (key === undefined) continue
    const first = seen.get(key)
    if (first !== undefined) {
      throw new SetupError(
        code,
        `${describe(route)} is declared twice: at ${first.place.location} (${toTitle(first)}) ` +
          `and at ${route.place.location} (${toTitle(route)}). Remove or change one.`,
      )
    }
    seen.set(key, route)
  }
}

function assertStated(list: readonly ListedRoute[]): void {
  const unstated = list.filter(({ access }) => access.length === 0)
  if (unstated.length === 0) return
  const named = unstated.slice(0, mostNamed).map(toWhere)
  const more = unstated.length - named.length
  const rest = more > 0 ? ` and ${more} more` : ''
  const missing =
    unstated.length > 1 ? 'do not say who may use them' : 'does not say who may use it'
  throw new SetupError(
    'E_ACCESS_UNSTATED',
    `${named.join(', ')}${rest} ${missing}. Add .can(…), .signedIn() or .public() to the route or to its group.`,
  )
}

const mostNamed = 10

function assertFormPage(route: ListedRoute, list: readonly ListedRoute[]): void {
  if (route.formPage === undefined) return
  const problem = findFormPageProblem(route, route.formPage, list)
  if (problem === undefined) return
  throw new SetupError(
    'E_FORM_PAGE',
    `The form page "${route.formPage}" of ${toTitle(route)} (${route.place.location}) cannot be shown: ${problem}`,
  )
}

function findFormPageProblem(
  { pattern }: ListedRoute,
  formPage: string,
  list: readonly ListedRoute[],
): string | undefined {
  const page = list.find(({ name }) => name === formPage)
  if (page === undefined) {
    const names = list.flatMap(({ method, name }) => (method === 'GET' ? (name ?? []) : []))
    const nearest = findNearest(formPage, names)
    const remedy = nearest === undefined ? 'Name a GET route.' : `Did you mean "${nearest}"?`
    return `no route has that name. ${remedy}`
  }
  if (page.method !== 'GET') return `${toTitle(page)} is not a page. Name a GET route.`
  const missing = page.pattern.parameterNames.find((name) => !pattern.parameterNames.includes(name))
  return missing === undefined
    ? undefined
    : `${toTitle(page)} needs {${missing}}, which this route does not have. Name another page.`
}

function assertCallable(route: Callable, title: string): void {
  assertFunction(route.handler, `The handler of ${title}`, route)
  for (const middleware of route.middlewares) {
    assertFunction(middleware, `A middleware of ${title}`, route)
  }
}

type Callable = Pick<ListedRoute, 'handler' | 'middlewares' | 'place'>

function assertFunction(value: unknown, title: string, { place }: Callable): void {
  if (typeof value === 'function') return
  if (typeof value === 'object' && value !== null && 'compile' in value) return
  throw new SetupError(
    'E_ROUTE_FUNCTION',
    `${title} (${place.location}) is ${inspect(value, { depth: -1 })}. Pass a function. If it is ` +
      'undefined, check the name of the import and look for a circular import.',
  )
}

function assertOneFallback(fallbacks: readonly Fallback[]): void {
  const [first, second] = fallbacks
  if (first !== undefined && second !== undefined) {
    throw new SetupError(
      'E_FALLBACK_TAKEN',
      `There are two fallbacks: at ${first.place.location} and at ${second.place.location}. Remove one.`,
    )
  }
}
