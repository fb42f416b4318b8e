/**
 * Types of `route()`, derived from the application's registered route list.
 *
 * A handler may call `route()` of the very list it belongs to. Therefore no alias here has a
 * default type parameter, which the checker would find circular, and the table by name is computed
 * once, so that a thousand calls do not search a thousand routes each.
 */
import type { QueryFields, QueryValue } from '../../body/write-query.ts'
import type { Register } from '../../../base/support/register.ts'
import type { EntriesOf, RouteEntry } from './entry.ts'
import type { Need } from './need.ts'
import type { NameOf } from './path.ts'
import type { KnownName } from './unknown-route.ts'

type RegisteredEntry = Register extends { readonly routes: infer List }
  ? EntriesOf<List>
  : RouteEntry & { readonly name: string }

/** The entries of the application's routes by their names. */
export type RegisteredEntries = {
  readonly [E in RegisteredEntry as E['name'] & string]: E
}

/** The names of the application's routes; any string as long as no routes are registered. */
export type RouteName = keyof RegisteredEntries & string

/**
 * The arguments of `route()` after the name: parameters and query, as far as the route has them.
 *
 * Inferred, so that the compiler does not resolve them before it knows the name. Otherwise it would compare
 * `{ todo: todo.id }` in each call with the parameters of all routes, in quadratic time.
 */
// oxfmt-ignore
export type RouteArguments<Name extends RouteName> =
  [ArgumentsByName<Name>] extends [infer Arguments extends AnyArguments] ? Arguments : never

/** Distributive: unresolved until the name is known. */
// oxfmt-ignore
type ArgumentsByName<Name extends RouteName> =
  Name extends unknown
    ? [...ArgumentsOf<ParametersOf<RegisteredEntries[Name]>>, ...QueryArgument<RegisteredEntries[Name]['contract']['query']>]
    : never

type AnyArguments = [parameters?: unknown, query?: unknown]

/**
 * A route name, or an error sentence if no route has it.
 *
 * Used in the second signature of `route()`, because the compiler reports the last one. Only calls that the
 * first one rejects reach it. As the only signature it would make every valid call slower.
 */
export type KnownRoute<Name extends string> = KnownName<Name, RouteName>

/** The arguments after a known name, for the message about a rejected call. */
export type KnownArguments<Name extends string> = Name extends RouteName
  ? RouteArguments<Name>
  : [parameters?: Readonly<Record<string, RouteValue>>, query?: QueryFields]

/** The method to call a named route with, and the input it accepts. */
export interface RouteCall<Name extends RouteName> {
  readonly method: RegisteredEntries[Name]['method']
  readonly fields: RegisteredEntries[Name]['contract']['fields']
}

/** The value of a parameter in a URL. */
export type RouteValue = string | number | bigint

/** The parameters of a path with the type of value each takes. */
// oxfmt-ignore
export type ParametersOf<E extends RouteEntry> =
  string extends E['path'] ? Partial<Record<string, RouteValue>> :
  { readonly [Name in NameOf<E['parameters'][number]>]: Name extends keyof E['contract']['needs'] ? ValueFor<E['path'], Name, E['contract']['needs'][Name]> : RouteValue }

// oxfmt-ignore
type ValueFor<Path extends string, Name extends string, Bound> =
  Bound extends Need
    ? Path extends `${string}{${Name}:${infer Column}}${string}`
      ? Column extends keyof Bound['byColumn'] ? Bound['byColumn'][Column] : never
      : Bound['url']
    : RouteValue

// oxfmt-ignore
export type ArgumentsOf<Parameters> =
  keyof Parameters extends never ? [parameters?: Readonly<Record<string, never>>] :
  {} extends Parameters ? [parameters?: Parameters] :
  [parameters: Parameters]

/** The query of a route: the input of its query type, or any fields if it has none. */
// oxfmt-ignore
export type QueryArgument<Query> =
  unknown extends Query ? [query?: QueryFields] :
  {} extends WrittenQuery<Query> ? [query?: WrittenQuery<Query>] :
  [query: WrittenQuery<Query>]

/** The input of a query type as it is written into a URL: `undefined` leaves a field out. */
// oxfmt-ignore
export type WrittenQuery<Query> =
  Query extends unknown ? Written<Omittable<Query>> : never

/** A schema that converts accepts anything; a URL only holds values that can be written into it. */
// oxfmt-ignore
type Written<Query> =
  { readonly [Name in keyof Query]: unknown extends Query[Name] ? QueryValue : Query[Name] }

/** A field may be left out if its schema accepts `undefined`, as after `.catch()` or a conversion. */
// oxfmt-ignore
type Omittable<Query> =
  { [Name in keyof Query as undefined extends Query[Name] ? never : Name]: Query[Name] } &
  { [Name in keyof Query as undefined extends Query[Name] ? Name : never]?: Query[Name] }
