/** Type-level twin of `access.ts`: what a route says about who may use it, carried by its entry. */
import type { Refused } from '../../../base/support/refused.ts'
import type { EntryDemand } from './demand.ts'
import type { RouteEntry } from './entry.ts'

/** The entries of routes that say who may use them. */
// oxfmt-ignore
export type Stated<E extends RouteEntry, D extends EntryDemand> =
  E extends RouteEntry ? Demanding<E, D> :
  never

/** An entry with another demand. */
export interface Demanding<E extends RouteEntry, D extends EntryDemand> {
  readonly path: E['path']
  readonly parameters: E['parameters']
  readonly method: E['method']
  readonly contract: E['contract']
  readonly name: E['name']
  readonly isUnscoped: E['isUnscoped']
  readonly given: E['given']
  readonly access: Exclude<E['access'], undefined> | D
  readonly refuses: E['refuses']
}

/** The problem with routes that do not say who may use them; `never` if all do. */
// oxfmt-ignore
export type AccessUnstated<E extends RouteEntry> =
  E extends RouteEntry
    ? [E['access']] extends [never] ? never :
      [E['access']] extends [undefined]
        ? Refused<`${E['method']} ${E['path']} does not say who may use it: add .can(…), .signedIn() or .public()`>
        : never
    : never

/** The problem with the access rules of a route; `never` if there is none. */
// oxfmt-ignore
export type AccessProblem<E extends RouteEntry> =
  [E['access']] extends [undefined] ? never : DemandProblem<E, E['access']>

// oxfmt-ignore
type DemandProblem<E extends RouteEntry, D> =
  D extends EntryDemand
    ? Unjudged<E['path'], Missing<D['takes'], E['given']>> | Unbound<E, D['table'], D['on']>
    : never

// oxfmt-ignore
type Unjudged<Path extends string, Name> =
  Name extends string
    ? Refused<`"${Path}" says .can(…), which judges {${Name}}, but no middleware before it provides it`>
    : never

// oxfmt-ignore
type Unbound<E extends RouteEntry, Table extends string, On extends string> =
  [Table] extends [never] ? never :
  string extends Table ? never :
  WrongRecord<E['path'], Table, On, NamesOf<E['contract']['needs'], Table>>

// oxfmt-ignore
type WrongRecord<Path extends string, Table extends string, On extends string, Names> =
  [Names] extends [never] ? Refused<`"${Path}" says .can(…) about a record of "${Table}", but its handler binds none`> :
  [On] extends [never]
    ? IsUnion<Names> extends true ? Refused<`"${Path}" says .can(…) about a record of "${Table}", but its handler binds several: name one, .can(…, 'name')`> : never :
  On extends Names ? never : Refused<`"${Path}" says .can(…, '${On}'), but its handler binds no record of "${Table}" to that name`>

/** The parameters that are bound to a record of a table. */
type NamesOf<Needs, Table> = {
  readonly [Name in keyof Needs]: Needs[Name] extends { readonly table: infer Bound }
    ? [Bound] extends [never]
      ? never
      : Bound extends Table
        ? Name
        : never
    : never
}[keyof Needs]

type IsUnion<Names, All = Names> = Names extends unknown
  ? [All] extends [Names]
    ? false
    : true
  : never

/** The names of values that nothing provides. `never` for routes whose types are not known. */
// oxfmt-ignore
export type Missing<Takes, Given> =
  Takes extends unknown ? [Extract<Given, Takes>] extends [never] ? keyof Takes & string : never :
  never
