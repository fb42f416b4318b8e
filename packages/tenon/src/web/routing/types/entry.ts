/**
 * The part of a route's type that a route list keeps: path, bindings, name.
 *
 * Groups map the union of their items' entries in one distributive step each; an intersection or a
 * chain of builders would grow quadratically with the list.
 */
import type { Contract } from '../handler.ts'
import type { EntryDemand } from './demand.ts'
import type { JoinPaths } from './path.ts'

export interface Entry {
  readonly path: string
  readonly method: string
  readonly contract: Contract
  readonly name: string | undefined
  readonly isUnscoped: boolean
  /** What middleware provides to the handler: a union of records. */
  readonly given: object
  /** What the route and its groups demand of requests; `undefined` if they do not say. */
  readonly access: EntryDemand | undefined
}

declare const entries: unique symbol

/** An item of a route list; its type carries the entries of all its routes. */
export interface Entries<E extends Entry> {
  readonly [entries]?: E
}

/** The entries of a list of routes and groups. */
export type EntriesOf<Item> = Item extends Entries<infer E> ? E : never

/** The entries below a group's prefix. */
// oxfmt-ignore
export type Prefixed<Prefix extends string, E extends Entry> =
  E extends Entry
    ? {
        readonly path: JoinPaths<Prefix, E['path']>
        readonly contract: E['contract']
        readonly method: E['method']
        readonly name: E['name']
        readonly isUnscoped: E['isUnscoped']
        readonly given: E['given']
        readonly access: E['access']
      }
    : never

/** An entry with a name. */
export interface Named<E extends Entry, Name extends string> {
  readonly path: E['path']
  readonly contract: E['contract']
  readonly method: E['method']
  readonly name: Name
  readonly isUnscoped: E['isUnscoped']
  readonly given: E['given']
  readonly access: E['access']
}

/** An entry whose records are looked up by their keys alone. */
export interface Unscoped<E extends Entry> {
  readonly path: E['path']
  readonly contract: E['contract']
  readonly method: E['method']
  readonly name: E['name']
  readonly isUnscoped: true
  readonly given: E['given']
  readonly access: E['access']
}

/** The entries behind middleware that provides `Values`; unchanged if it provides nothing. */
// oxfmt-ignore
export type Behind<Values extends object, E extends Entry> =
  [keyof Values] extends [never] ? E :
  E extends Entry ? Supplied<E, Values> :
  never

/** An entry behind middleware that provides `Values`. */
export interface Supplied<E extends Entry, Values extends object> {
  readonly path: E['path']
  readonly method: E['method']
  readonly contract: E['contract']
  readonly name: E['name']
  readonly isUnscoped: E['isUnscoped']
  readonly given: E['given'] | Values
  readonly access: E['access']
}
