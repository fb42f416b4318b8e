import { isPromise, type MaybePromise } from '../support/maybe-promise.ts'
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
import { NamedPaths } from './named-paths.ts'
import { Prop, type Arrival, type OnceOptions, type PropTraits } from './prop.ts'
import { assertScrollPage } from './scroll-page.ts'
import { isNamed, toShare, type Selection, type Share } from './selection.ts'

/*
 * Turns what a handler gave into what is sent: functions are called, promises awaited, each kind of
 * prop is sent, announced or left out, at any depth.
 *
 * A value without any of these is sent as it is, uncopied; otherwise a copy is made and each part
 * is put into its place, at once or when its promise settles. Independent promises run together.
 * Only plain objects and arrays are entered: a record speaks for itself by its `toJSON`.
 */

/** Props ready to be written as JSON, and what the page object says about them. */
export interface ResolvedProps {
  readonly props: Props
  readonly metadata: PropMetadata
}

export type Props = Readonly<Record<string, unknown>>

/** Told of a failure that left a rescued prop out of the page. */
export type RescueReport = (error: unknown, path: string) => void

/** Resolves what `selection` asks for; synchronous when nothing in it is a promise. */
export function resolveProps(
  props: Props,
  selection: Selection,
  report: RescueReport = () => {},
): MaybePromise<ResolvedProps> {
  if (!selection.isPartial && isReady(props)) return { props, metadata: {} }

  const walk: Walk = { selection, marks: [], pending: [], report }
  const resolved: Target = {}
  putAll(props, resolved, '', walk)
  if (walk.pending.length === 0) return { props: resolved, metadata: toMetadata(walk.marks) }

  return Promise.all(walk.pending).then(() => ({
    props: resolved,
    metadata: toMetadata(walk.marks),
  }))
}

interface Walk {
  readonly selection: Selection
  readonly marks: Marks
  readonly pending: Promise<unknown>[]
  readonly report: RescueReport
}

type Target = Record<string, unknown>

/**
 * Whether a value can be sent without being looked into again.
 *
 * On the path of every page. `for in`, which makes no list of values, takes 7 µs for 200 rows of four
 * fields, `Object.values` 9, asking each field by a call of its own 10. A plain object inherits
 * nothing that it would name.
 */
function isReady(value: unknown): boolean {
  if (typeof value !== 'object') return typeof value !== 'function'
  if (value === null) return true
  if (Array.isArray(value)) return value.every(isReady)
  if (!isPlainObject(value)) return !(value instanceof Prop) && !isPromise(value)
  for (const key in value) {
    const part = value[key]
    if (typeof part === 'object' ? !isReady(part) : typeof part === 'function') return false
  }
  return true
}

function isPlainObject(value: unknown): value is Target {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function putAll(source: Props, target: Target, prefix: string, walk: Walk): void {
  for (const [key, value] of Object.entries(source)) {
    // As a key, `__proto__` would change what the target inherits instead of what it holds.
    if (key === '__proto__') continue
    const put = (resolved: unknown): unknown => (target[key] = resolved)
    putEntry(value, { path: prefix + key, put }, walk)
  }
}

/** Where a resolved value goes. */
interface Place {
  readonly path: string
  readonly put: (value: unknown) => void
}

/** What is thrown counts as a promise that failed: the others are looked at, and so none is orphaned. */
function putEntry(value: unknown, place: Place, walk: Walk): void {
  const share = toShare(walk.selection, place.path)
  try {
    if (value instanceof Prop) putProp(value, place, share, walk)
    else if (share !== 'none') putValue(value, place, share, walk)
    else leaveOut(value)
  } catch (error) {
    walk.pending.push(Promise.reject(error))
  }
}

/** Nobody awaits the promises in what is left out: one that fails must not end the process. */
function leaveOut(value: unknown): void {
  if (value instanceof Promise) value.catch(() => {})
  else if (value instanceof Prop) leaveOut(value.source)
  else if (Array.isArray(value)) value.forEach(leaveOut)
  else if (isPlainObject(value)) Object.values(value).forEach(leaveOut)
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
  place.put(undefined) // holds the place in the order of keys
  walk.marks.push(inner.marks)
  const settled = value.then((result) => {
    putValue(result, place, share, inner)
    return Promise.all(inner.pending)
  })
  walk.pending.push(settled)
}

/** Puts the selected parts of a value; a list has no parts and is put whole. */
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

/** A walk over what is sent with all its parts, whatever the client has named. */
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
  const { selection, marks } = walk
  const { path } = place
  if (!isSent(traits, path, share, walk)) return leaveOut(prop)

  const isReset = selection.reset.has(path)
  if (traits.merge !== undefined && !isReset) {
    marks.push(markMerge(path, traits.merge, traits.matchOn))
  }
  const value = valueOf(prop, path, isReset, walk)
  if (share === 'none') putValue(value, place, 'all', inWhole(walk))
  else putValue(value, place, share, walk)
}

function valueOf(
  prop: Prop<unknown, Arrival>,
  path: string,
  isReset: boolean,
  walk: Walk,
): unknown {
  if (prop.traits.isScroll) return loadScroll(prop, path, isReset, walk)
  return prop.traits.isRescued ? rescue(prop, path, walk) : prop.source
}

/** Tells whether a prop is sent with this answer, and announces it where it is sent with another. */
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

/** Announces a once-prop, and tells whether it has to be sent: not while the client has it. */
function putOnce(options: OnceOptions, path: string, { selection, marks }: Walk): boolean {
  const key = options.key ?? path
  marks.push(
    markOnce(path, key, options.ttl === undefined ? null : Date.now() + options.ttl * 1000),
  )
  return isNamed(selection, path) || !selection.exceptOnce.has(key)
}

/** The value of a prop that may fail: then it is left out, the page is told, and so is the log. */
function rescue(prop: Prop<unknown, Arrival>, path: string, walk: Walk): unknown {
  const found: Marks = []
  walk.marks.push(found)
  const failed = (error: unknown): void => {
    found.push(markRescued(path))
    walk.report(error, path)
  }
  try {
    const value = typeof prop.source === 'function' ? prop.source() : prop.source
    return isPromise(value) ? value.catch(failed) : value
  } catch (error) {
    return failed(error)
  }
}

/** A scrolled list: its items are sent, where they lie in the whole list goes into the metadata. */
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
