/**
 * The part of a route's type that a route list keeps: path, bindings, name.
 *
 * Groups map the union of their items' entries in one distributive step each; an intersection or a
 * chain of builders would grow quadratically with the list.
 */
import type { Refused } from '../../../base/support/refused.ts'
import type { Contract, Middleware } from '../handler.ts'
import type { Provision } from '../provision.ts'
import type { EntryDemand } from './demand.ts'
import type { JoinPaths, ParametersIn } from './path.ts'

export interface RouteEntry {
  readonly path: string
  /** Its parameters in their order, as `ParametersIn` writes them. */
  readonly parameters: readonly string[]
  readonly method: string
  readonly contract: Contract
  readonly name: string | undefined
  readonly isUnscoped: boolean
  /** What middleware provides to the handler: a union of records. */
  readonly given: object
  /** What the route and its groups demand of requests; `undefined` if they do not say. */
  readonly access: EntryDemand | undefined
  /** The statuses with which its middleware may answer instead of the handler. */
  readonly refuses: Refusing
}

/** A status, or `'cross-site'` for the 403 that requests from other sites get. */
export type Refusing = number | 'cross-site'

declare const entries: unique symbol

/** An item of a route list; its type carries the entries of all its routes. */
export interface Entries<E extends RouteEntry> {
  readonly [entries]?: E
}

/** The entries of a list of routes and groups. */
export type EntriesOf<Item> = Item extends Entries<infer E> ? E : never

/** The entries below a group's prefix. */
// oxfmt-ignore
export type Below<Prefix extends string, E extends RouteEntry> =
  E extends RouteEntry ? Prefixed<Prefix, E> :
  never

/** An entry below a prefix. */
export interface Prefixed<Prefix extends string, E extends RouteEntry> {
  readonly path: JoinPaths<Prefix, E['path']>
  readonly parameters: [...ParametersIn<Prefix>, ...E['parameters']]
  readonly contract: E['contract']
  readonly method: E['method']
  readonly name: E['name']
  readonly isUnscoped: E['isUnscoped']
  readonly given: E['given']
  readonly access: E['access']
  readonly refuses: E['refuses']
}

/** An entry with a name. */
export interface Named<E extends RouteEntry, Name extends string | undefined> {
  readonly path: E['path']
  readonly parameters: E['parameters']
  readonly contract: E['contract']
  readonly method: E['method']
  readonly name: Name
  readonly isUnscoped: E['isUnscoped']
  readonly given: E['given']
  readonly access: E['access']
  readonly refuses: E['refuses']
}

/** The entries of a group with a name, which comes before those of its routes. */
// oxfmt-ignore
export type NamedWithin<Name extends string, E extends RouteEntry> =
  E extends RouteEntry ? Named<E, JoinNames<Name, E['name']>> :
  never

// oxfmt-ignore
type JoinNames<Outer extends string, Name> =
  Name extends string ? `${Outer}.${Name}` : undefined

/** The name of a group, or a sentence: names are joined with a dot, as prefixes are with a slash. */
// oxfmt-ignore
export type GroupName<Name extends string> =
  Name extends `${infer Before}.` ? Refused<`The name of a group ends without a dot, because it is joined with one: "${Before}"`> :
  unknown

/** An entry whose records are looked up by their keys alone. */
export interface Unscoped<E extends RouteEntry> {
  readonly path: E['path']
  readonly parameters: E['parameters']
  readonly contract: E['contract']
  readonly method: E['method']
  readonly name: E['name']
  readonly isUnscoped: true
  readonly given: E['given']
  readonly access: E['access']
  readonly refuses: E['refuses']
}

/** The entries behind middleware; unchanged if it provides nothing and never answers itself. */
// oxfmt-ignore
export type Behind<M extends Middleware, E extends RouteEntry> =
  SuppliedEach<ProvidedBy<M>, RefusedBy<M>, E>

// oxfmt-ignore
type SuppliedEach<Values extends object, Status extends number, E extends RouteEntry> =
  [Values | Status] extends [never] ? E :
  E extends RouteEntry ? Supplied<E, Values, Status> :
  never

/** An entry behind middleware that provides `Values`, or answers with `Status` itself. */
export interface Supplied<E extends RouteEntry, Values extends object, Status extends number> {
  readonly path: E['path']
  readonly parameters: E['parameters']
  readonly method: E['method']
  readonly contract: E['contract']
  readonly name: E['name']
  readonly isUnscoped: E['isUnscoped']
  readonly given: E['given'] | Values
  readonly access: E['access']
  readonly refuses: E['refuses'] | Status
}

// oxfmt-ignore
type ProvidedBy<M> =
  M extends Middleware<infer Values> ? [keyof Values] extends [never] ? never : Values :
  never

/** 401 if the middleware requires a login, and the statuses in its `refuses` if they are literals. */
// oxfmt-ignore
type RefusedBy<M> =
  | (M extends { readonly provides?: Provision<object, infer IsLogin> } ? [IsLogin] extends [true] ? 401 : never : never)
  | (M extends { readonly refuses: readonly (infer Status extends number)[] } ? number extends Status ? never : Status : never)

/** The entries of routes to which other sites may send requests. */
// oxfmt-ignore
export type Open<E extends RouteEntry> =
  E extends RouteEntry ? Opened<E> :
  never

/** An entry that does not refuse requests from other sites. */
export interface Opened<E extends RouteEntry> {
  readonly path: E['path']
  readonly parameters: E['parameters']
  readonly method: E['method']
  readonly contract: E['contract']
  readonly name: E['name']
  readonly isUnscoped: E['isUnscoped']
  readonly given: E['given']
  readonly access: E['access']
  readonly refuses: Exclude<E['refuses'], 'cross-site'>
}
