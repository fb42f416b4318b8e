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

/** A prop or the source of one: the kinds compose, as in `merge(defer(load))`. */
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
  /** Props of one group are fetched in one request. Default `default`. */
  readonly group?: string
  /** Whether a failure leaves the prop out and reports it to the page. Default `false`. */
  readonly rescue?: boolean
}

/** A prop that is sent only when a partial reload asks for it. */
export function optional<Value>(load: () => MaybePromise<Value>): Prop<Value, Later> {
  return new Prop(load, later, { ...plainTraits, load: 'optional' })
}

/** A prop that is sent with every answer, whatever a partial reload asks for. */
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

/** A prop that the client keeps across visits; while it has it, the function does not run. */
export function once<Value, When extends Arrival = WithThePage>(
  source: Composable<Value, When>,
  options: OnceOptions = {},
): Prop<Value, When> {
  return withTraits(source, { once: options })
}

/**
 * A prop that follows the database: `live(() => ticket.load(Ticket.comments))`.
 *
 * While the function runs, Tenon notes which rows it reads. When a commit changes rows that fit, pages
 * that show the prop ask for it again, through the same route, middleware and policies. Raw SQL and
 * Kysely are not noted: name what they read with `on`. It can be a deferred or optional prop, but not
 * a merged, scrolled or once-prop (`E_LIVE_KIND`). A prop that has read nothing and names nothing is
 * an error in development (`E_LIVE_READS`).
 */
export function live<Value, When extends Arrival = WithThePage>(
  source: Prop<Value, When> | (() => MaybePromise<Value>),
  options: LiveOptions = {},
): Prop<Value, When> {
  return withTraits<Value, When>(source, { live: options })
}

/** A list that the client holds in pages, fetching more while the user scrolls. */
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
