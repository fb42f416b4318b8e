import type { Handler, Middleware, PlainHandler } from './handler.ts'
import { Place } from './place.ts'
import type {
  Entries,
  EntriesOf,
  Entry,
  Named,
  Prefixed,
  Unscoped,
  WithoutNeeds,
} from './types/entry.ts'
import type { ValidPath } from './types/path.ts'

/** The methods that routes are declared for. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A declared route: method, path, handler, and what was chained to it. */
export interface Route<E extends Entry> extends Entries<E> {
  readonly kind: 'route'
  readonly declaration: RouteDeclaration
  /** Names the route, for `route()`; convention: `<resource>.index`, `.show`, `.store`, … */
  name<const Name extends string>(name: Name): Route<Named<E, Name>>
  /** Attaches middleware; may be chained, the first one is the outermost. */
  middleware(middleware: Middleware): Route<E>
  /**
   * Names the route of the page that this route's form is on, for a failed validation; it is shown
   * with the same parameters. Default: the page that sent the form, then `x.create` for `x.store`
   * and `x.edit` for `x.update`.
   */
  formPage(name: string): Route<E>
  /**
   * Looks bound records up by their keys alone. Otherwise one that stands below another in the path
   * is looked up within it, by the relation between their models.
   */
  unscoped(): Route<Unscoped<E>>
  /** Lets pages of other sites send this route's unsafe method; where no cookie tells who asks. */
  allowCrossOrigin(): Route<E>
}

/** Routes that share a prefix and, through `.middleware`, middleware. */
export interface Group<E extends Entry> extends Entries<E> {
  readonly kind: 'group'
  readonly prefix: string
  readonly items: readonly RouteItem[]
  readonly middlewares: readonly Middleware[]
  readonly allowsCrossOrigin: boolean
  readonly place: Place
  /** Attaches middleware to every route within; may be chained, the first one is the outermost. */
  middleware(middleware: Middleware): Group<E>
  /** Lets pages of other sites send the unsafe methods of every route within, as an API needs. */
  allowCrossOrigin(): Group<E>
}

/** The handler for requests that no route matches. */
export interface Fallback extends Entries<never> {
  readonly kind: 'fallback'
  readonly handler: AnyHandler
  readonly middlewares: readonly Middleware[]
  readonly place: Place
  /** Attaches middleware to the fallback; may be chained, the first one is the outermost. */
  middleware(middleware: Middleware): Fallback
}

/** What a route list and a group hold. */
export type RouteItem = Route<Entry> | Group<Entry> | Fallback

export type AnyHandler = Handler<object> | PlainHandler

export interface RouteDeclaration {
  readonly method: Method
  readonly path: string
  readonly handler: AnyHandler
  readonly name: string | undefined
  readonly middlewares: readonly Middleware[]
  readonly formPage: string | undefined
  readonly allowsCrossOrigin: boolean
  readonly isUnscoped: boolean
  readonly place: Place
}

/** Declares a GET route, which answers HEAD as well. */
export function get<const Path extends string, Needs extends object = {}, Fields = unknown>(
  path: Path & ValidPath<Path>,
  handler: Handler<Needs, Fields> | PlainHandler,
): Route<Unnamed<'GET', Path, Needs, Fields>> {
  return toRoute({ method: 'GET', path, handler, ...bare, place: new Place(get) })
}

/** Declares a POST route. */
export function post<const Path extends string, Needs extends object = {}, Fields = unknown>(
  path: Path & ValidPath<Path>,
  handler: Handler<Needs, Fields> | PlainHandler,
): Route<Unnamed<'POST', Path, Needs, Fields>> {
  return toRoute({ method: 'POST', path, handler, ...bare, place: new Place(post) })
}

/** Declares a PUT route. */
export function put<const Path extends string, Needs extends object = {}, Fields = unknown>(
  path: Path & ValidPath<Path>,
  handler: Handler<Needs, Fields> | PlainHandler,
): Route<Unnamed<'PUT', Path, Needs, Fields>> {
  return toRoute({ method: 'PUT', path, handler, ...bare, place: new Place(put) })
}

/** Declares a PATCH route. */
export function patch<const Path extends string, Needs extends object = {}, Fields = unknown>(
  path: Path & ValidPath<Path>,
  handler: Handler<Needs, Fields> | PlainHandler,
): Route<Unnamed<'PATCH', Path, Needs, Fields>> {
  return toRoute({ method: 'PATCH', path, handler, ...bare, place: new Place(patch) })
}

/** Declares a DELETE route; also exported as `delete`. */
export function del<const Path extends string, Needs extends object = {}, Fields = unknown>(
  path: Path & ValidPath<Path>,
  handler: Handler<Needs, Fields> | PlainHandler,
): Route<Unnamed<'DELETE', Path, Needs, Fields>> {
  return toRoute({ method: 'DELETE', path, handler, ...bare, place: new Place(del) })
}

/** Puts routes under a shared prefix; groups nest to any depth and hand their middleware down. */
export function group<const Prefix extends string, const Items extends readonly RouteItem[]>(
  prefix: Prefix & ValidPath<Prefix>,
  items: Items,
): Group<Prefixed<Prefix, EntriesOf<Items[number]>>> {
  return toGroup({
    prefix,
    items,
    middlewares: [],
    allowsCrossOrigin: false,
    place: new Place(group),
  })
}

/** Answers what no route matches; it sets its own status (200 unless it says otherwise). */
export function fallback<Needs extends object = {}>(
  handler: (Handler<Needs> & WithoutNeeds<Needs>) | PlainHandler,
): Fallback {
  return toFallback({ handler, middlewares: [], place: new Place(fallback) })
}

interface Unnamed<Verb extends Method, Path extends string, Needs extends object, Fields> {
  readonly path: Path
  readonly needs: Needs
  readonly call: { readonly method: Verb; readonly fields: Fields }
  readonly name: undefined
  readonly isUnscoped: false
}

const bare = {
  name: undefined,
  middlewares: [],
  formPage: undefined,
  allowsCrossOrigin: false,
  isUnscoped: false,
}

function toRoute<E extends Entry>(declaration: RouteDeclaration): Route<E> {
  return {
    kind: 'route',
    declaration,
    name: (name) => toRoute({ ...declaration, name }),
    middleware: (middleware) =>
      toRoute({ ...declaration, middlewares: [...declaration.middlewares, middleware] }),
    formPage: (name) => toRoute({ ...declaration, formPage: name }),
    unscoped: () => toRoute({ ...declaration, isUnscoped: true }),
    allowCrossOrigin: () => toRoute({ ...declaration, allowsCrossOrigin: true }),
  }
}

function toGroup<E extends Entry>(parts: GroupParts): Group<E> {
  return {
    kind: 'group',
    ...parts,
    middleware: (middleware) =>
      toGroup({ ...parts, middlewares: [...parts.middlewares, middleware] }),
    allowCrossOrigin: () => toGroup({ ...parts, allowsCrossOrigin: true }),
  }
}

function toFallback(parts: FallbackParts): Fallback {
  return {
    kind: 'fallback',
    ...parts,
    middleware: (middleware) =>
      toFallback({ ...parts, middlewares: [...parts.middlewares, middleware] }),
  }
}

type GroupParts = Pick<
  Group<Entry>,
  'prefix' | 'items' | 'middlewares' | 'allowsCrossOrigin' | 'place'
>
type FallbackParts = Pick<Fallback, 'handler' | 'middlewares' | 'place'>
