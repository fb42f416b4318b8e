import type { Duration } from '../../base/support/duration.ts'
import type { MaybePromise } from '../../base/support/maybe-promise.ts'
import type { Watchable } from '../../data/models/watching/reads-of.ts'

/** When a prop reaches the page. The texts are readable in a compile error. */
export type Arrival = WithThePage | Later
export type WithThePage = 'arrives with the page'
export type Later = 'arrives later, so the page must declare it optional'

/** The source of a prop: a value, a promise, or a function that runs only when it is needed. */
export type PropSource<Value> = Value | Promise<Value> | (() => MaybePromise<Value>)

/** How a prop is loaded, and how the client merges it with the existing value. */
export interface PropTraits {
  readonly load: 'eager' | 'always' | 'optional' | 'deferred'
  /** The client fetches the deferred props of a group in one request. */
  readonly group: string
  /** Whether a failure leaves out the prop instead of failing the page. */
  readonly isRescued: boolean
  readonly merge: 'append' | 'prepend' | 'deep' | undefined
  /** Paths within the prop that identify an item. */
  readonly matchOn: readonly string[]
  readonly once: OnceOptions | undefined
  readonly isScroll: boolean
  /** The options of a live prop, which pages reload when its data changes; `undefined` for other props. */
  readonly live: LiveOptions | undefined
}

/** How long a client keeps a prop that is sent once. */
export interface OnceOptions {
  /** The key under which pages share the value. Default: the prop's path. */
  readonly key?: string
  /** After what time it is sent again. Default: as long as the client keeps its history. */
  readonly ttl?: Duration
  /** Whether to send it even if the client has it, for example after a change. Default `false`. */
  readonly fresh?: boolean
}

/** The data that a live prop follows in addition to what it reads itself. */
export interface LiveOptions {
  /** Models and queries that it reads in another way, such as raw SQL: `[Ticket, Comment.where('ticket_id', 5)]`. */
  readonly on?: readonly Watchable[]
}

/** A value with instructions for sending it, made by `defer`, `optional`, `always`, `merge`, `once`, … */
export class Prop<out Value, out When extends Arrival = WithThePage> {
  readonly source: PropSource<Value>
  readonly arrival: When
  readonly traits: PropTraits

  constructor(source: PropSource<Value>, arrival: When, traits: PropTraits) {
    this.source = source
    this.arrival = arrival
    this.traits = traits
  }

  /** Names the fields that identify an item, so that merging replaces items instead of repeating them. */
  matchOn(...fields: readonly string[]): Prop<Value, When> {
    const matchOn = [...this.traits.matchOn, ...fields]
    return new Prop(this.source, this.arrival, { ...this.traits, matchOn })
  }
}

export const plainTraits: PropTraits = {
  load: 'eager',
  group: 'default',
  isRescued: false,
  merge: undefined,
  matchOn: [],
  once: undefined,
  isScroll: false,
  live: undefined,
}
