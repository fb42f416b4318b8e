/**
 * What a route list remembers of each route in its type: path, what its handler binds, name.
 *
 * Groups map the union of their items' entries, one distributive step each; an intersection or a
 * chain of builders would grow with the square of the list.
 */
import type { JoinPaths, ParameterNames, PathError, ValidPath } from './path.ts'
import type { ScopeError } from './scope.ts'

export interface Entry {
  readonly path: string
  /** Parameter name → what the handler binds it to, a `Need`. */
  readonly needs: object
  readonly call: Call
  readonly name: string | undefined
  readonly isUnscoped: boolean
}

/** What a client that calls a route has to know besides its path. */
export interface Call {
  readonly method: string
  /** What the route's request type accepts; `unknown` when it has none. */
  readonly fields: unknown
}

declare const entries: unique symbol

/** Anything that may stand in a route list; its type carries the entries of all its routes. */
export interface Entries<E extends Entry> {
  readonly [entries]?: E
}

/** The entries that a list of routes and groups carries. */
export type EntriesOf<Item> = Item extends Entries<infer E> ? E : never

/** Entries below a group's prefix. */
// oxfmt-ignore
export type Prefixed<Prefix extends string, E extends Entry> =
  E extends { readonly path: infer Path extends string }
    ? {
        readonly path: JoinPaths<Prefix, Path>
        readonly needs: E['needs']
        readonly call: E['call']
        readonly name: E['name']
        readonly isUnscoped: E['isUnscoped']
      }
    : never

/** An entry under a name. */
export interface Named<E extends Entry, Name extends string> {
  readonly path: E['path']
  readonly needs: E['needs']
  readonly call: E['call']
  readonly name: Name
  readonly isUnscoped: E['isUnscoped']
}

/** An entry whose records are looked up by their keys alone. */
export interface Unscoped<E extends Entry> {
  readonly path: E['path']
  readonly needs: E['needs']
  readonly call: E['call']
  readonly name: E['name']
  readonly isUnscoped: true
}

/** What is wrong with a route of the list, as a sentence. */
export interface Mismatch<Message extends string> {
  readonly __mismatch: Message
}

/** An item of a route list, if all its routes fit; else what does not. */
// oxfmt-ignore
export type CheckedItem<Item> =
  [Problem<EntriesOf<Item>>] extends [never] ? Item : Problem<EntriesOf<Item>>

// oxfmt-ignore
type Problem<E extends Entry> =
  E extends Entry
    ? ValidPath<E['path']> extends PathError<infer Message> ? Mismatch<Message> :
      Exclude<keyof E['needs'], ParameterNames<E['path']>> extends never ?
        ScopeMismatch<E['path'], ScopeError<E['path'], E['needs'], E['isUnscoped']>> :
      Mismatch<`The handler of "${E['path']}" binds {${Exclude<keyof E['needs'], ParameterNames<E['path']>> & string}}, but that path has no such parameter`>
    : never

// oxfmt-ignore
type ScopeMismatch<Path extends string, Message> =
  Message extends string ? Mismatch<`The handler of "${Path}" ${Message}`> : never

/** `unknown` for a handler that takes nothing from the path. */
// oxfmt-ignore
export type WithoutNeeds<Needs extends object> =
  [keyof Needs] extends [never] ? unknown :
  Mismatch<`A fallback has no path that {${keyof Needs & string}} could be bound from`>
