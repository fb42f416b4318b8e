import type { MaybePromise } from '../support/maybe-promise.ts'
import {
  plainTraits,
  Prop,
  type Arrival,
  type Later,
  type OnceOptions,
  type PropSource,
  type PropTraits,
  type WithThePage,
} from './prop.ts'
import type { ScrollPage } from './scroll-page.ts'

/** A prop, or what one is made from: the kinds compose, as in `merge(defer(load))`. */
type Composable<Value, When extends Arrival> = Prop<Value, When> | PropSource<Value>

/** A prop that the client fetches after the page is shown; the function does not run before that. */
export function defer<Value>(
  load: () => MaybePromise<Value>,
  options: DeferOptions = {},
): Prop<Value, Later> {
  const { group = plainTraits.group, rescue = false } = options
  const traits: PropTraits = { ...plainTraits, load: 'deferred', group, isRescued: rescue }
  return new Prop(load, later, traits)
}

export interface DeferOptions {
  /** Props of one group travel in one request. Default `default`. */
  readonly group?: string
  /** Whether a failure leaves the prop out and names it to the page. Default `false`. */
  readonly rescue?: boolean
}

/** A prop that is sent only with a partial reload that asks for it. */
export function optional<Value>(load: () => MaybePromise<Value>): Prop<Value, Later> {
  return new Prop(load, later, { ...plainTraits, load: 'optional' })
}

/** A prop that is sent with every answer, whatever a partial reload asks for. */
export function always<Value>(source: PropSource<Value>): Prop<Value> {
  return new Prop(source, withThePage, { ...plainTraits, load: 'always' })
}

/** A prop that a partial reload adds to what the client has: items at the end, fields by name. */
export function merge<Value, When extends Arrival = WithThePage>(
  source: Composable<Value, When>,
): Prop<Value, When> {
  return withTraits(source, { merge: 'append' })
}

/** Another name of `merge`, for lists beside `prepend`. */
export const append: typeof merge = merge

/** A prop whose items a partial reload puts before those that the client has. */
export function prepend<Value, When extends Arrival = WithThePage>(
  source: Composable<Value, When>,
): Prop<Value, When> {
  return withTraits(source, { merge: 'prepend' })
}

/** A prop that a partial reload joins at every depth with what the client has. */
export function deepMerge<Value, When extends Arrival = WithThePage>(
  source: Composable<Value, When>,
): Prop<Value, When> {
  return withTraits(source, { merge: 'deep' })
}

/** A prop that the client keeps over visits: while it has it, the function does not run. */
export function once<Value, When extends Arrival = WithThePage>(
  source: Composable<Value, When>,
  options: OnceOptions = {},
): Prop<Value, When> {
  return withTraits(source, { once: options })
}

/** A list of which the client holds some pages and asks for more while it scrolls. */
export function scroll<Item>(
  source: PropSource<ScrollPage<Item>>,
): Prop<{ readonly data: readonly Item[] }> {
  return new Prop(source, withThePage, { ...plainTraits, isScroll: true })
}

const withThePage: WithThePage = 'arrives with the page'
const later: Later = 'arrives later, so the page must declare it optional'

function withTraits<Value, When extends Arrival>(
  source: Composable<Value, When>,
  traits: Partial<PropTraits>,
): Prop<Value, When> {
  if (source instanceof Prop) {
    return new Prop(source.source, source.arrival, { ...source.traits, ...traits })
  }
  // Sound: what is no Prop arrives with the page, which is what `When` then defaults to.
  return new Prop(source, withThePage as When, { ...plainTraits, ...traits })
}
