import { toMs } from '../../base/support/duration.ts'
import { isPromise, type MaybePromise } from '../../base/support/maybe-promise.ts'
import {
  markDeferred,
  markMerge,
  markOnce,
  markRescued,
  markScroll,
  toMetadata,
  type Marks,
  type PropMetadata,
} from './metadata.ts'
import { isPlainObject, isReady, type GivenProps, type Props } from './given-props.ts'
import { assertLiveKind, noteLive, type LiveReads } from './live-reads.ts'
import { NamedPaths } from './named-paths.ts'
import { Prop, type Arrival, type LiveOptions, type OnceOptions, type PropTraits } from './prop.ts'
import { assertScrollPage } from './scroll-page.ts'
import { isNamed, toShare, type Selection, type Share } from './selection.ts'

/*
 * Turns the props from a handler into the props that are sent: calls functions, awaits promises, and
 * sends, announces or omits each kind of prop, at any depth.
 *
 * A value without functions, promises and props is sent without a copy. Otherwise a copy is made, and each
 * part is put into its place, at once or when its promise settles. Independent promises run in parallel.
 * Only plain objects and arrays are searched: a record defines its JSON in `toJSON`.
 */

/** Props ready to be written as JSON, and their metadata in the page object. */
export interface ResolvedProps {
  readonly props: Props
  readonly metadata: PropMetadata
  /** The data that its live props have read. */
  readonly live: readonly LiveReads[]
}

/** Called when a rescued prop failed and was left out of the page. */
export type RescueReport = (error: unknown, path: string) => void

/** How props are resolved. */
export interface ResolveOptions {
  readonly report?: RescueReport | undefined
  /** When the page was requested, in milliseconds of `performance.now()`. Default: now. */
  readonly askedAt?: number
}

/** Returns props that can be sent unchanged; `undefined` if something has to be resolved or left out. */
export function takeReady(given: GivenProps, selection: Selection): ResolvedProps | undefined {
  if (!given.isReady || selection.isPartial) return undefined
  return { props: given.props, metadata: {}, live: nothingRead }
}

/** Resolves the selected props. Synchronous if they contain no promise. */
export function resolveProps(
  given: GivenProps,
  selection: Selection,
  { report = () => {}, askedAt = performance.now() }: ResolveOptions = {},
): MaybePromise<ResolvedProps> {
  const walk: Walk = { selection, marks: [], pending: [], live: [], report, askedAt }
  const { live } = walk
  const resolved: Target = {}
  putAll(given.props, resolved, '', walk)
  if (walk.pending.length === 0) return { props: resolved, metadata: toMetadata(walk.marks), live }

  return Promise.all(walk.pending).then(() => ({
    props: resolved,
    metadata: toMetadata(walk.marks),
    live,
  }))
}

const nothingRead: readonly LiveReads[] = []

interface Walk {
  readonly selection: Selection
  readonly marks: Marks
  readonly pending: Promise<unknown>[]
  readonly live: LiveReads[]
  readonly report: RescueReport
  readonly askedAt: number
}

type Target = Record<string, unknown>

function putAll(source: Props, target: Target, prefix: string, walk: Walk): void {
  for (const [key, value] of Object.entries(source)) {
    // As a key, `__proto__` would change the target's prototype instead of its content.
    if (key === '__proto__') continue
    const put = (resolved: unknown): unknown => (target[key] = resolved)
    putEntry(value, { path: prefix + key, put }, walk)
  }
}

/** The place into which a resolved value is put. */
interface Place {
  readonly path: string
  readonly put: (value: unknown) => void
}

/** Resolves a value and puts it. Treats an exception as a rejected promise, so that the other promises are awaited. */
function putEntry(value: unknown, place: Place, walk: Walk): void {
  const share = toShare(walk.selection, place.path)
  try {
    if (value instanceof Prop) putProp(value, place, share, walk)
    else if (share !== 'none') putValue(value, place, share, walk)
    else keepFromEndingProcess(value)
  } catch (error) {
    walk.pending.push(Promise.reject(error))
  }
}

/** Handles rejections in a value that is left out, because nothing awaits its promises. */
function keepFromEndingProcess(value: unknown): void {
  isReady(value)
}

function putValue(value: unknown, place: Place, share: Share, walk: Walk): void {
  if (value instanceof Prop) putProp(value, place, share, walk)
  else if (isPromise(value)) putLater(value, place, share, walk)
  else if (typeof value === 'function') putValue(value(), place, share, walk)
  else if (share === 'some') putSome(value, place, walk)
  else place.put(isReady(value) ? value : copy(value, place.path, walk))
}

function putLater(value: Promise<unknown>, place: Place, share: Share, walk: Walk): void {
  const inner: Walk = { ...walk, marks: [], pending: [] }
  place.put(undefined) // Reserves the position among the keys.
  walk.marks.push(inner.marks)
  const settled = value.then((result) => {
    putValue(result, place, share, inner)
    return Promise.all(inner.pending)
  })
  walk.pending.push(settled)
}

/** Puts the selected parts of a value. Parts of a list cannot be selected, so a list is put whole. */
function putSome(value: unknown, place: Place, walk: Walk): void {
  const json = hasToJson(value) ? value.toJSON() : value
  if (!isPlainObject(json)) {
    place.put(copy(json, place.path, inWhole(walk)))
    return
  }
  const parts: Target = {}
  place.put(parts)
  putAll(json, parts, `${place.path}.`, walk)
}

/** A walk over a value that is sent whole, even if the client has named only parts. */
function inWhole(walk: Walk): Walk {
  return { ...walk, selection: { ...walk.selection, only: nothing, except: nothing } }
}

const nothing = new NamedPaths()

function hasToJson(value: unknown): value is { toJSON(): unknown } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'toJSON' in value &&
    typeof value.toJSON === 'function'
  )
}

function copy(value: unknown, path: string, walk: Walk): unknown {
  if (Array.isArray(value)) return copyList(value, path, walk)
  if (!isPlainObject(value)) return value
  const target: Target = {}
  putAll(value, target, `${path}.`, walk)
  return target
}

function copyList(list: readonly unknown[], path: string, walk: Walk): unknown[] {
  const target: unknown[] = []
  list.forEach((value, index) => {
    const put = (resolved: unknown): unknown => (target[index] = resolved)
    putEntry(value, { path: `${path}.${index}`, put }, walk)
  })
  return target
}

function putProp(prop: Prop<unknown, Arrival>, place: Place, share: Share, walk: Walk): void {
  const { traits } = prop
  const { path } = place
  if (!isSent(traits, path, share, walk)) return keepFromEndingProcess(prop)
  if (traits.live !== undefined) return putLive(prop, traits.live, place, { share, walk })
  putSent(prop, place, share, walk)
}

/** Puts a live prop, and records the data that is read until the whole prop is resolved. */
function putLive(
  prop: Prop<unknown, Arrival>,
  options: LiveOptions,
  place: Place,
  { share, walk }: { readonly share: Share; readonly walk: Walk },
): void {
  const { path } = place
  assertLiveKind(prop.traits, path)
  const inner: Walk = { ...walk, marks: [], pending: [] }
  place.put(undefined) // Reserves the position among the keys.
  walk.marks.push(inner.marks)
  const noted = noteLive(options, walk.askedAt, async () => {
    putSent(prop, place, share, inner)
    await Promise.all(inner.pending)
  })
  walk.pending.push(noted.then((reads) => walk.live.push({ path, ...reads })))
}

function putSent(prop: Prop<unknown, Arrival>, place: Place, share: Share, walk: Walk): void {
  const { path } = place
  // A list of its own, so that a prop that fails can take its marks back.
  const marks: Marks = []
  walk.marks.push(marks)
  const sent: Walk = { ...walk, marks }
  const value = prop.traits.isRescued ? rescue(prop, path, sent) : load(prop, path, sent)
  if (share === 'none') putValue(value, place, 'all', inWhole(walk))
  else putValue(value, place, share, walk)
}

/** Returns the value of a prop, or a function that does, and announces how the client merges it. */
function load(prop: Prop<unknown, Arrival>, path: string, walk: Walk): unknown {
  const { source, traits } = prop
  const isReset = walk.selection.reset.has(path)
  if (traits.merge !== undefined && !isReset) {
    walk.marks.push(markMerge(path, traits.merge, traits.matchOn))
  }
  return traits.isScroll ? loadScroll(prop, path, isReset, walk) : source
}

/** Whether a prop is sent with this answer. Announces a prop that is sent with a later answer. */
function isSent(
  { load, once, group }: PropTraits,
  path: string,
  share: Share,
  walk: Walk,
): boolean {
  const { selection, marks } = walk
  if (share === 'none' && load !== 'always') return false
  if (load === 'optional' && !selection.isPartial) return false
  if (once !== undefined && !putOnce(once, path, walk)) return false
  if (load !== 'deferred' || selection.isPartial) return true
  marks.push(markDeferred(path, group))
  return false
}

/** Announces a once-prop. Returns whether to send it; this is not needed if the client already has it. */
function putOnce(options: OnceOptions, path: string, { selection, marks }: Walk): boolean {
  const key = options.key ?? path
  marks.push(
    markOnce(path, key, options.ttl === undefined ? null : Date.now() + toMs(options.ttl, 'ttl')),
  )
  return options.fresh === true || isNamed(selection, path) || !selection.exceptOnce.has(key)
}

/**
 * Loads a prop that may fail. A failed prop is left out, and the failure is reported to the page and the log. The client
 * then merges nothing into the value that it has.
 */
function rescue(prop: Prop<unknown, Arrival>, path: string, walk: Walk): unknown {
  const failed = (error: unknown): void => {
    walk.marks.splice(0, Infinity, markRescued(path))
    walk.report(error, path)
  }
  try {
    const loaded = load(prop, path, walk)
    const value: unknown = typeof loaded === 'function' ? loaded() : loaded
    return isPromise(value) ? value.catch(failed) : value
  } catch (error) {
    return failed(error)
  }
}

/** Loads a scrolled list. The items are the prop's value, and the position goes into the metadata. */
function loadScroll(
  prop: Prop<unknown, Arrival>,
  path: string,
  isReset: boolean,
  walk: Walk,
): unknown {
  const found: Marks = []
  walk.marks.push(found)
  const show = (page: unknown): { data: readonly unknown[] } => {
    assertScrollPage(page, path)
    const { pageName = 'page', previousPage = null, nextPage = null, currentPage } = page
    found.push(markScroll(path, { pageName, previousPage, nextPage, currentPage, reset: isReset }))
    const { scrollIntent } = walk.selection
    if (!isReset) found.push(markMerge(`${path}.data`, scrollIntent, prop.traits.matchOn))
    return { data: page.data }
  }
  const page = typeof prop.source === 'function' ? prop.source() : prop.source
  return isPromise(page) ? page.then(show) : show(page)
}
