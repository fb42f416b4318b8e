import { SetupError } from '../../base/support/setup-error.ts'
import type { Contract, ContractOf, Handler, Middleware, PlainHandler } from './handler.ts'
import type { Access, AccessRule } from './access-rule.ts'
import { CallSite } from './call-site.ts'
import type { WithoutNeeds } from './types/checked-item.ts'
import type { Stated } from './types/access.ts'
import type { DemandOf, NoDemand, RecordName } from './types/demand.ts'
import type {
  Behind,
  Below,
  Entries,
  EntriesOf,
  RouteEntry,
  GroupName,
  Named,
  NamedWithin,
  Open,
  Unscoped,
} from './types/entry.ts'
import type { ParametersIn, ValidPath } from './types/path.ts'

/** The methods to declare routes for; `ANY` covers all methods without a route of their own. */
export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS' | 'ANY'

/** A declared route: method, path, handler and chained options. */
export interface Route<E extends RouteEntry> extends Entries<E> {
  readonly kind: 'route'
  readonly declaration: RouteDeclaration
  /** Names the route for `route()`. Convention: `<resource>.index`, `.show`, `.store`, … */
  name<const Name extends string>(name: Name): Route<Named<E, Name>>
  /** Adds middleware. You can chain calls; the first one is the outermost. */
  middleware<const M extends Middleware>(middleware: M): Route<Behind<M, E>>
  /**
   * Names the route whose page shows this route's form again after validation fails.
   *
   * The page gets the same parameters. Default: the page that sent the form, then `x.create` for
   * `x.store` and `x.edit` for `x.update`.
   */
  formPage(name: string): Route<E>
  /**
   * Looks up bound records by their keys alone. By default, a record nested below another in the
   * path is looked up within it, through the relation between their models.
   */
  unscoped(): Route<Unscoped<E>>
  /**
   * Allows cross-origin requests with unsafe methods. Use it only if no cookie identifies the user.
   */
  allowCrossOrigin(): Route<Open<E>>
  /**
   * Admits only requests that the rule, such as an ability of a policy, lets through. It is checked after
   * records are found and before the body is read. `on` names the record if the handler binds several of
   * the rule's model. All rules of the route and its groups must hold.
   */
  can<Rule extends AccessRule, const On extends RecordName>(
    rule: Rule,
    ...on: On
  ): Route<Stated<E, DemandOf<Rule, On>>>
  /**
   * Makes the route a tool of `POST /mcp` for agents (Model Context Protocol), with this description.
   * The route needs a name, and its handler must declare its responses.
   */
  tool(description: string): Route<E>
  /**
   * Describes the route in the OpenAPI document, with an example of its body. Default: the description of
   * `tool()`.
   */
  describe(summary: string, options?: DescribeOptions<E['contract']['fields']>): Route<E>
  /** Admits everyone who is logged in. Without middleware that requires a login, the boot throws `E_ACCESS_LOGIN`. */
  signedIn(): Route<Stated<E, NoDemand>>
  /** Admits everyone, without a login. With middleware that requires a login, the boot throws `E_ACCESS_PUBLIC`. */
  public(): Route<Stated<E, NoDemand>>
}

/** Options of `describe()`. */
export interface DescribeOptions<Fields> {
  /** An example of the body. Default: none. */
  readonly example?: Fields
  /** The tag under which the document lists it. Default: the first segment of the path, without `/api` and `/v1`. */
  readonly tag?: string
}

/** The description of a route, from `describe()`. */
export interface RouteDescription {
  readonly summary: string
  readonly example: unknown
  readonly tag: string | undefined
}

/** Routes that share a prefix and, with `.middleware`, middleware. */
export interface Group<E extends RouteEntry> extends Entries<E> {
  readonly kind: 'group'
  readonly prefix: string
  /** What comes before the names of its routes: `v2.`, or nothing. */
  readonly namePrefix: string
  /** Whether its routes have one address for each language. */
  readonly isLocalized: boolean
  readonly items: readonly RouteItem[]
  readonly middlewares: readonly Middleware[]
  readonly allowsCrossOrigin: boolean
  readonly access: readonly Access[]
  readonly place: CallSite
  /** Sets a prefix for the names of the group's routes, joined with a dot: `name('v2')` makes `v2.todos.index` of `todos.index`. */
  name<const Name extends string>(name: Name & GroupName<Name>): Group<NamedWithin<Name, E>>
  /** Adds middleware to every route in the group. Chain calls; the first one is the outermost. */
  middleware<const M extends Middleware>(middleware: M): Group<Behind<M, E>>
  /** Allows cross-origin requests with unsafe methods to all routes of the group, as APIs need. */
  allowCrossOrigin(): Group<Open<E>>
  /** Admits only requests that the rule lets through to all routes of the group. */
  can<Rule extends AccessRule, const On extends RecordName>(
    rule: Rule,
    ...on: On
  ): Group<Stated<E, DemandOf<Rule, On>>>
  /** Admits everyone who is logged in to the routes of the group. */
  signedIn(): Group<Stated<E, NoDemand>>
  /** Admits everyone to the routes of the group, without a login. */
  public(): Group<Stated<E, NoDemand>>
}

/** The handler for requests that match no route. */
export interface Fallback<E extends RouteEntry = RouteEntry> extends Entries<E> {
  readonly kind: 'fallback'
  readonly handler: AnyHandler
  readonly middlewares: readonly Middleware[]
  readonly place: CallSite
  /** Adds middleware to the fallback. You can chain calls; the first one is the outermost. */
  middleware<const M extends Middleware>(middleware: M): Fallback<Behind<M, E>>
}

/** An item of a route list or a group. */
export type RouteItem = Route<RouteEntry> | Group<RouteEntry> | Fallback

export type AnyHandler = Handler<Contract> | PlainHandler

export interface RouteDeclaration {
  readonly method: Method
  readonly path: string
  readonly handler: AnyHandler
  readonly name: string | undefined
  readonly middlewares: readonly Middleware[]
  readonly formPage: string | undefined
  readonly allowsCrossOrigin: boolean
  readonly access: readonly Access[]
  readonly isUnscoped: boolean
  /** What the route does, if it is a tool for agents. */
  readonly tool: string | undefined
  readonly description: RouteDescription | undefined
  readonly place: CallSite
}

/** Declares a GET route, which also answers HEAD. */
export function get<const Path extends string, H extends AnyHandler>(
  path: Path & ValidPath<Path>,
  handler: H,
): Route<Unnamed<'GET', Path, ContractOf<H>>> {
  return toRoute({ method: 'GET', path, handler, ...bare, place: new CallSite(get) })
}

/** Declares a POST route. */
export function post<const Path extends string, H extends AnyHandler>(
  path: Path & ValidPath<Path>,
  handler: H,
): Route<Unnamed<'POST', Path, ContractOf<H>>> {
  return toRoute({ method: 'POST', path, handler, ...bare, place: new CallSite(post) })
}

/** Declares a PUT route. */
export function put<const Path extends string, H extends AnyHandler>(
  path: Path & ValidPath<Path>,
  handler: H,
): Route<Unnamed<'PUT', Path, ContractOf<H>>> {
  return toRoute({ method: 'PUT', path, handler, ...bare, place: new CallSite(put) })
}

/** Declares a PATCH route. */
export function patch<const Path extends string, H extends AnyHandler>(
  path: Path & ValidPath<Path>,
  handler: H,
): Route<Unnamed<'PATCH', Path, ContractOf<H>>> {
  return toRoute({ method: 'PATCH', path, handler, ...bare, place: new CallSite(patch) })
}

/** Declares a DELETE route; also exported as `delete`. */
export function del<const Path extends string, H extends AnyHandler>(
  path: Path & ValidPath<Path>,
  handler: H,
): Route<Unnamed<'DELETE', Path, ContractOf<H>>> {
  return toRoute({ method: 'DELETE', path, handler, ...bare, place: new CallSite(del) })
}

/** Declares a HEAD route, replacing the GET route's response without its body. */
export function head<const Path extends string, H extends AnyHandler>(
  path: Path & ValidPath<Path>,
  handler: H,
): Route<Unnamed<'HEAD', Path, ContractOf<H>>> {
  return toRoute({ method: 'HEAD', path, handler, ...bare, place: new CallSite(head) })
}

/** Declares an OPTIONS route, replacing the 204 that lists the methods of the path. */
export function options<const Path extends string, H extends AnyHandler>(
  path: Path & ValidPath<Path>,
  handler: H,
): Route<Unnamed<'OPTIONS', Path, ContractOf<H>>> {
  return toRoute({ method: 'OPTIONS', path, handler, ...bare, place: new CallSite(options) })
}

/**
 * Declares a route for GET, HEAD, POST, PUT, PATCH, DELETE and OPTIONS, except for methods with a route of their own
 * at the same path. Read `request.method`. Other methods are a 405. The client's `action()` calls it with GET.
 */
export function any<const Path extends string, H extends AnyHandler>(
  path: Path & ValidPath<Path>,
  handler: H,
): Route<Unnamed<'GET', Path, ContractOf<H>>> {
  return toRoute({ method: 'ANY', path, handler, ...bare, place: new CallSite(any) })
}

/** Groups routes below a shared prefix; groups nest to any depth and pass on their middleware. */
export function group<const Prefix extends string, const Items extends readonly RouteItem[]>(
  prefix: Prefix & ValidPath<Prefix>,
  items: Items,
): Group<Below<Prefix, EntriesOf<Items[number]>>> {
  return toGroup({ prefix, items, isLocalized: false, ...bareGroup, place: new CallSite(group) })
}

/**
 * Gives each of the routes one address for each language of the application: `/todos` in the default
 * language, `/de/todos` in another. `route()` returns the address in the current language. Without
 * `application({ languages })`, it is a group without a prefix.
 */
export function localized<const Items extends readonly RouteItem[]>(
  items: Items,
): Group<EntriesOf<Items[number]>> {
  return toGroup({
    prefix: '/',
    items,
    isLocalized: true,
    ...bareGroup,
    place: new CallSite(localized),
  })
}

/** Handles requests that match no route. It sets its own status (200 by default). */
export function fallback<H extends AnyHandler>(
  handler: H & WithoutNeeds<ContractOf<H>['needs']>,
): Fallback<FallbackEntry<ContractOf<H>>> {
  return toFallback({ handler, middlewares: [], place: new CallSite(fallback) })
}

/** The entry of a route without a name. */
export interface Unnamed<Verb extends Method, Path extends string, C extends Contract> {
  readonly path: Path
  readonly parameters: ParametersIn<Path>
  readonly method: Verb
  readonly contract: C
  readonly name: undefined
  readonly isUnscoped: false
  readonly given: never
  readonly access: undefined
  readonly refuses: Verb extends SafeMethod ? never : 'cross-site'
}

type SafeMethod = 'GET' | 'HEAD' | 'OPTIONS'

/** The entry of a fallback, which has no path; `never` if its handler takes nothing. */
// oxfmt-ignore
export type FallbackEntry<C extends Contract> =
  [C['takes']] extends [never] ? never : Unnamed<'ANY', '/{fallback*}', C>

const bareGroup = { namePrefix: '', middlewares: [], allowsCrossOrigin: false, access: [] }

const bare = {
  name: undefined,
  middlewares: [],
  formPage: undefined,
  allowsCrossOrigin: false,
  access: [],
  isUnscoped: false,
  tool: undefined,
  description: undefined,
}

function toRoute<E extends RouteEntry>(declaration: RouteDeclaration): Route<E> {
  return {
    kind: 'route',
    declaration,
    name: (name) => toRoute({ ...declaration, name }),
    middleware: (...given) => toRoute(behind(declaration, given)),
    formPage: (name) => toRoute({ ...declaration, formPage: name }),
    unscoped: () => toRoute({ ...declaration, isUnscoped: true }),
    tool: (description) => toRoute({ ...declaration, tool: description }),
    describe: (summary, { example, tag } = {}) =>
      toRoute({ ...declaration, description: { summary, example, tag } }),
    allowCrossOrigin: () => toRoute({ ...declaration, allowsCrossOrigin: true }),
    can: (rule, ...[on]) => toRoute(stating(declaration, { kind: 'can', rule, on })),
    signedIn: () => toRoute(stating(declaration, { kind: 'signedIn' })),
    public: () => toRoute(stating(declaration, { kind: 'public' })),
  }
}

function toGroup<E extends RouteEntry>(parts: GroupParts): Group<E> {
  return {
    kind: 'group',
    ...parts,
    name: (name) => toGroup({ ...parts, namePrefix: `${name}.${parts.namePrefix}` }),
    middleware: (...given) => toGroup(behind(parts, given)),
    allowCrossOrigin: () => toGroup({ ...parts, allowsCrossOrigin: true }),
    can: (rule, ...[on]) => toGroup(stating(parts, { kind: 'can', rule, on })),
    signedIn: () => toGroup(stating(parts, { kind: 'signedIn' })),
    public: () => toGroup(stating(parts, { kind: 'public' })),
  }
}

/** Throws `E_MIDDLEWARE` for several in one call. The compiler says so, too, and an ignored one may be a login. */
function behind<Parts extends { readonly middlewares: readonly Middleware[] }>(
  parts: Parts,
  given: readonly Middleware[],
): Parts {
  if (given.length > 1) {
    throw new SetupError(
      'E_MIDDLEWARE',
      '.middleware() takes one middleware. Chain calls for several, the outermost first: .middleware(auth.required).middleware(limited).',
    )
  }
  return { ...parts, middlewares: [...parts.middlewares, ...given] }
}

function stating<Parts extends { readonly access: readonly Access[] }>(
  parts: Parts,
  stated: Access,
): Parts {
  return { ...parts, access: [...parts.access, stated] }
}

function toFallback<E extends RouteEntry>(parts: FallbackParts): Fallback<E> {
  return {
    kind: 'fallback',
    ...parts,
    middleware: (...given) => toFallback(behind(parts, given)),
  }
}

type GroupParts = Pick<
  Group<RouteEntry>,
  | 'prefix'
  | 'namePrefix'
  | 'isLocalized'
  | 'items'
  | 'middlewares'
  | 'allowsCrossOrigin'
  | 'access'
  | 'place'
>
type FallbackParts = Pick<Fallback, 'handler' | 'middlewares' | 'place'>
