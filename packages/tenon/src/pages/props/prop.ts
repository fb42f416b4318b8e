import type { MaybePromise } from '../support/maybe-promise.ts'

/** When a prop reaches the page, worded to be read in a compile error. */
export type Arrival = WithThePage | Later
export type WithThePage = 'arrives with the page'
export type Later = 'arrives later, so the page must declare it optional'

/** What a prop is made from: a value, a promise, or a function that runs only when it is needed. */
export type PropSource<Value> = Value | Promise<Value> | (() => MaybePromise<Value>)

/** How a prop is loaded, and how the client joins it with what it has. */
export interface PropTraits {
  readonly load: 'eager' | 'always' | 'optional' | 'deferred'
  /** Deferred props of one group are fetched by one request. */
  readonly group: string
  /** Whether a failure leaves the prop out instead of failing the page. */
  readonly isRescued: boolean
  readonly merge: 'append' | 'prepend' | 'deep' | undefined
  /** Paths within the prop, by which items count as the same one. */
  readonly matchOn: readonly string[]
  readonly once: OnceOptions | undefined
  readonly isScroll: boolean
}

/** How long a client keeps a prop that it is sent once. */
export interface OnceOptions {
  /** The name that pages share the value under. Default: the prop's own path. */
  readonly key?: string
  /** Seconds until it is sent again. Default: as long as the client keeps its history. */
  readonly ttl?: number
}

/** A prop that is more than its value: made by `defer`, `optional`, `always`, `merge`, `once`, … */
export class Prop<out Value, out When extends Arrival = WithThePage> {
  readonly source: PropSource<Value>
  readonly arrival: When
  readonly traits: PropTraits

  constructor(source: PropSource<Value>, arrival: When, traits: PropTraits) {
    this.source = source
    this.arrival = arrival
    this.traits = traits
  }

  /** Names the fields by which items are the same one, so that merging replaces and not repeats. */
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
}
