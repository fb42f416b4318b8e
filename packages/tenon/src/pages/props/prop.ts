import type { Duration } from '../../base/support/duration.ts'
import type { MaybePromise } from '../../base/support/maybe-promise.ts'
import type { Watchable } from '../../data/models/watching/reads-of.ts'

/** When a prop reaches the page, worded so that it reads well in a compile error. */
export type Arrival = WithThePage | Later
export type WithThePage = 'arrives with the page'
export type Later = 'arrives later, so the page must declare it optional'

/** The source of a prop: a value, a promise, or a function that runs only when it is needed. */
export type PropSource<Value> = Value | Promise<Value> | (() => MaybePromise<Value>)

/** How a prop is loaded, and how the client merges it with the existing value. */
export interface PropTraits {
  readonly load: 'eager' | 'always' | 'optional' | 'deferred'
  /** Deferred props of one group are fetched in one request. */
  readonly group: string
  /** Whether a failure leaves the prop out instead of failing the page. */
  readonly isRescued: boolean
  readonly merge: 'append' | 'prepend' | 'deep' | undefined
  /** Paths within the prop that identify an item. */
  readonly matchOn: readonly string[]
  readonly once: OnceOptions | undefined
  readonly isScroll: boolean
  /** Whether pages that show it ask for it again when what it has read changes. */
  readonly live: LiveOptions | undefined
}

/** How long a client keeps a prop that is sent once. */
export interface OnceOptions {
  /** The key under which pages share the value. Default: the prop's path. */
  readonly key?: string
  /** How long until it is sent again. Default: as long as the client keeps its history. */
  readonly ttl?: Duration
  /** Whether to send it even if the client has it, for example after a change. Default `false`. */
  readonly fresh?: boolean
}

/** What a live prop follows besides what it reads itself. */
export interface LiveOptions {
  /** Models and queries that it reads in another way, such as raw SQL: `[Ticket, Comment.where('ticket_id', 5)]`. */
  readonly on?: readonly Watchable[]
}

/** A value with a strategy, made by `defer`, `optional`, `always`, `merge`, `once`, … */
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
