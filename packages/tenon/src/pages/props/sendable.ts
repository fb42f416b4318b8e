import type { MaybePromise } from '../support/maybe-promise.ts'
import type { Later, Prop } from './prop.ts'

/**
 * The props that a handler may give to a component of props `Client`: the same shape in wire form.
 *
 * A `Date` stands where the component has a string, a record where it has what the record's
 * `toJSON` gives; `defer` and `optional` stand only where the component allows `undefined`.
 */
export type SendableProps<Client> = Fields<Client>

/** A server value that becomes `Client` on the wire, or something that produces one. */
export type Sendable<Client> =
  | Source<Client>
  | Promise<Source<Client>>
  | (() => MaybePromise<Source<Client> | Prop<Source<Client>>>)
  | Prop<Source<Client>>

type Source<Client> = Plain<Client> | Json<Client>

interface Json<Client> {
  toJSON(): Plain<Client>
}

// oxfmt-ignore
type Plain<Client> =
  unknown extends Client ? Client
  : Client extends Literal ? Client
  : Client extends NeverOnTheWire ? NotJson<Client>
  : Client extends readonly unknown[] ? { readonly [Index in keyof Client]: Sendable<Client[Index]> }
  : Fields<Client>

type Literal = string | number | boolean | null | undefined

// A record is taken by its `toJSON`, never by its own fields: those it hides would be missed.
type Fields<Client> = { [Key in keyof Client]: Field<Client, Key> } & { toJSON?: never }

// oxfmt-ignore
type Field<Client, Key extends keyof Client> =
  undefined extends Client[Key] ? Sendable<Client[Key]> | Prop<Source<Client[Key]>, Later> | undefined
  : Sendable<Client[Key]>

type NeverOnTheWire =
  | bigint
  | symbol
  | Date
  | ((...parameters: never) => unknown)
  | ReadonlyMap<unknown, unknown>
  | ReadonlySet<unknown>

/** Shown where a component asks for what JSON cannot carry. */
export interface NotJson<Client> {
  readonly 'Pages receive JSON: a Date arrives as a string, and this type not at all': Client
}
