import type { MaybePromise } from '../../base/support/maybe-promise.ts'
import {
  plainTraits,
  Prop,
  type Arrival,
  type Later,
  type LiveOptions,
  type OnceOptions,
  type PropSource,
  type PropTraits,
  type WithThePage,
} from './prop.ts'
import type { ScrollPage } from './scroll-page.ts'

/** A prop, or the source of a prop: kinds can be combined, as in `merge(defer(load))`. */
type Composable<Value, When extends Arrival> = Prop<Value, When> | PropSource<Value>

/** A prop that the client fetches after showing the page; `load` does not run before that. */
export function defer<Value>(
  load: () => MaybePromise<Value>,
  options: DeferOptions = {},
): Prop<Value, Later> {
  const { group = plainTraits.group, rescue = false } = options
  const traits: PropTraits = { ...plainTraits, load: 'deferred', group, isRescued: rescue }
  return new Prop(load, later, traits)
}

export interface DeferOptions {
  /** The client fetches the props of a group in one request. Default `default`. */
  readonly group?: string
  /** Whether a failure leaves out the prop and tells the page, instead of failing the request. Default `false`. */
  readonly rescue?: boolean
}

/** A prop that is sent only when a partial reload asks for it. */
export function optional<Value>(load: () => MaybePromise<Value>): Prop<Value, Later> {
  return new Prop(load, later, { ...plainTraits, load: 'optional' })
}

/** A prop that is sent with every answer, even if a partial reload does not ask for it. */
export function always<Value>(source: PropSource<Value>): Prop<Value> {
  return new Prop(source, withThePage, { ...plainTraits, load: 'always' })
}

/** A prop that a partial reload adds to the existing one: items at the end, fields by name. */
export function merge<Value, When extends Arrival = WithThePage>(
  source: Composable<Value, When>,
): Prop<Value, When> {
  return withTraits(source, { merge: 'append' })
}

/** An alias of `merge`, for lists, to match `prepend`. */
export const append: typeof merge = merge

/** A prop whose items a partial reload puts before the existing ones. */
export function prepend<Value, When extends Arrival = WithThePage>(
  source: Composable<Value, When>,
): Prop<Value, When> {
  return withTraits(source, { merge: 'prepend' })
}

/** A prop that a partial reload merges with the existing one at every depth. */
export function deepMerge<Value, When extends Arrival = WithThePage>(
  source: Composable<Value, When>,
): Prop<Value, When> {
  return withTraits(source, { merge: 'deep' })
}

/** A prop that the client keeps across visits. While the client has it, the function does not run. */
export function once<Value, When extends Arrival = WithThePage>(
  source: Composable<Value, When>,
  options: OnceOptions = {},
): Prop<Value, When> {
  return withTraits(source, { once: options })
}

/**
 * A prop that follows the database: `live(() => ticket.load(Ticket.comments))`.
 *
 * While the function runs, Tenon records which rows it reads. When a commit changes such rows, pages that
 * show the prop reload it, through the same route, middleware and policies. Reads of raw SQL and Kysely are
 * not recorded: name their models with `on`. A deferred or optional prop can be live; a merged, scrolled or
 * once-prop throws `E_LIVE_KIND`. In development, a prop that has read nothing and names nothing throws
 * `E_LIVE_READS`.
 */
export function live<Value, When extends Arrival = WithThePage>(
  source: Prop<Value, When> | (() => MaybePromise<Value>),
  options: LiveOptions = {},
): Prop<Value, When> {
  return withTraits<Value, When>(source, { live: options })
}

/**
 * A list that the client loads page by page while the user scrolls.
 *
 * Throws `E_SCROLL_PAGE` if the value is not a page of a list.
 */
export function scroll<Item, When extends Arrival = WithThePage>(
  source: Composable<ScrollPage<Item>, When>,
): Prop<{ readonly data: readonly Item[] }, When> {
  return withTraits<{ readonly data: readonly Item[] }, When>(source, { isScroll: true })
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
  // Sound: a value that is not a Prop arrives with the page, which is then the default of `When`.
  return new Prop(source, withThePage as When, { ...plainTraits, ...traits })
}
