import type { AnyJson } from '../../base/support/any-json.ts'
import type { Json as AnyValue } from '../../data/columns/types/json.ts'
import type { MaybePromise } from '../../base/support/maybe-promise.ts'
import type { Refused } from '../../base/support/refused.ts'
import type { Later, Prop } from './prop.ts'

/**
 * The props that a handler may pass to a component with props `Client`: the same shape before JSON.
 *
 * A handler may pass a `Date` for a string, and a record for the result of its `toJSON`. `defer` and
 * `optional` are allowed only where the component accepts `undefined`.
 */
export type SendableProps<Client> = Fields<Client>

/** A server value that becomes `Client` as JSON, or something that produces such a value. */
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
  : AnyJson extends Client ? Client | AnyValue
  : Client extends Literal ? Client
  : Client extends NeverOnTheWire ? Unsendable<Client>
  : Client extends readonly unknown[] ? { readonly [Index in keyof Client]: Sendable<Client[Index]> }
  : Fields<Client>

type Literal = string | number | boolean | null | undefined

// A record is checked by its `toJSON`, never by its fields, because these include the hidden columns.
// A copy of a record is rejected for the same reason.
type Fields<Client> = { [Key in keyof Client]: Field<Client, Key> } & {
  toJSON?: never
  '~columns'?: Refused<'A copy of a record holds its hidden columns: pass the record, or name the fields'>
}

// oxfmt-ignore
type Field<Client, Key extends keyof Client> =
  [Client[Key]] extends [NeverOnTheWire] ? Unsendable<Client[Key]>
  : undefined extends Client[Key] ? Sendable<Client[Key]> | Prop<Source<Client[Key]>, Later> | undefined
  : Sendable<Client[Key]>

type NeverOnTheWire =
  | bigint
  | symbol
  | Date
  | ((...parameters: never) => unknown)
  | ReadonlyMap<unknown, unknown>
  | ReadonlySet<unknown>

type Unsendable<Client> = [Client] extends [never] ? never : Refused<WireSentence>
type WireSentence =
  'Pages receive JSON, in which a Date and a bigint are text: declare the prop as a string'
