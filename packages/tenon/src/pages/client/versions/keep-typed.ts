import type { ActiveVisit, Page, router } from '@inertiajs/core'
import type { Failure } from '../failure.ts'
import { say } from '../say.ts'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type Values = Readonly<Record<string, string>>

/** A page, with what our server says about it. */
export interface ToldPage extends Page {
  /** The signed key of the user that it was made for. */
  readonly viewer?: string
  /** Whether the form that has led to it was not accepted: its user has to log in first. */
  readonly isRefused?: boolean
}

/**
 * Keeps what was typed when a page has to be loaded again because a deployment has changed it, except what was sent and
 * accepted. Keeps it as well when a form, or a page that only asks for its props again, is answered with a login or the
 * question for the password. If it was a form, tells `show` when its page is there again: nothing was done. Passwords,
 * codes, card numbers and files are left out, and only the user who has typed it gets it back. Returns what leaves it for a
 * page that is loaded again without a visit.
 */
export function keepTyped(
  client: typeof router,
  viewer: () => string | undefined,
  show: (failure: Failure) => void,
): () => void {
  const typed = new WeakSet<EventTarget>()
  /** The user's visits that are under way. */
  const visits = new Set<string>()
  /** The forms, or fields without a form, that visits under way have sent, by visit. */
  const sent = new Map<string, Element | null>()
  /** Safari does not focus the button that is clicked, so the active element would not tell the form. */
  let submitted: Element | undefined
  document.addEventListener('input', ({ target }) => target !== null && typed.add(target), true)
  document.addEventListener(
    'submit',
    ({ target }) => {
      if (target instanceof Element) submitted = target
    },
    true,
  )
  const leaveFor = (storageKey: string, isRefused = false): void => {
    const fields = [...findFields()].filter(([, field]) => typed.has(field))
    const values = Object.fromEntries(fields.map(([key, field]) => [key, toValue(field)]))
    const { pathname: path } = location
    leave(storageKey, { path, viewer: viewer(), at: Date.now(), isRefused, values })
  }
  const leaveTyped = (): void => leaveFor(reloadedKey)
  const accept = (visitId: string): void => {
    const source = sent.get(visitId)
    if (!source) return
    for (const field of document.querySelectorAll<Field>(allFields)) {
      if (field === source || field.form === source) typed.delete(field)
    }
  }
  client.on('start', ({ detail: { visit } }) => {
    if (visit.prefetch) return
    if (visit.method !== 'get') sent.set(visit.id, submitted ?? document.activeElement)
    if (!visit.async) visits.add(visit.id)
    submitted = undefined
  })
  client.on('success', ({ detail: { visitId = '' } }) => accept(visitId))
  client.on('finish', ({ detail: { visit } }) => {
    visits.delete(visit.id)
    sent.delete(visit.id)
  })
  client.on('location', ({ detail: { url, versionChange } }) => {
    // Without a visit of the user's the page is not loaded again.
    if (!versionChange || visits.size === 0 || url.pathname !== location.pathname) return
    // Only reading is refused: a form whose answer meets another version was accepted, and has led here.
    for (const visitId of visits) accept(visitId)
    leaveTyped()
  })

  const reloaded = read(reloadedKey)
  sessionStorage.removeItem(reloadedKey)
  const stop = client.on('navigate', ({ detail: { page } }) => {
    stop()
    if (reloaded !== undefined && isOf(page, reloaded)) {
      requestAnimationFrame(() => type(reloaded.values))
    }
  })
  followRefused(client, (isRefused) => leaveFor(refusedKey, isRefused), show)
  return leaveTyped
}

const reloadedKey = 'tenon:typed'
const refusedKey = 'tenon:refused'
const longest = 100_000
/** As long as the server knows where the user wanted to go. */
const keptMs = 60 * 60_000

/** As a program is answered: 401. It does not say that all is still there, because files and passwords are not. */
const notDone = { status: 401, errors: {}, requestId: undefined, hasInput: false } as const

/** What was typed into a page. */
interface Left {
  readonly path: string
  readonly viewer?: string | undefined
  /** When it was left, in milliseconds since 1970. */
  readonly at: number
  /** Whether a form was sent from it, and not accepted. */
  readonly isRefused: boolean
  readonly values: Values
}

/** Leaves what was typed when the page is answered with a login, and gives it back when it is there again. */
function followRefused(
  client: typeof router,
  leaveTyped: (isRefused: boolean) => void,
  show: (failure: Failure) => void,
): void {
  client.on('start', ({ detail: { visit } }) => {
    if (visit.prefetch) return
    // Sound: a visit has its callbacks when it starts. Now, what was typed is still there.
    const started = visit as ActiveVisit
    const { onBeforeUpdate } = started
    started.onBeforeUpdate = (page: ToldPage) => {
      const isRefused = visit.method !== 'get' && page.isRefused === true
      if (isRefused || isLedAway(started, page)) leaveTyped(isRefused)
      onBeforeUpdate(page)
    }
  })
  client.on('navigate', ({ detail: { page } }) => {
    const refused = takeRefused(page)
    if (refused === undefined) return
    requestAnimationFrame(() => {
      type(refused.values)
      if (refused.isRefused) show({ ...notDone, message: say('That was not done yet: try again') })
    })
  })
}

/** Whether a page that asks for its own props again is answered with another one: its user has to log in first. */
function isLedAway({ method, async, url }: ActiveVisit, page: Page): boolean {
  const isOwn = method === 'get' && async && url.pathname === location.pathname
  return isOwn && new URL(page.url, location.href).pathname !== location.pathname
}

function leave(storageKey: string, left: Left): void {
  const text = JSON.stringify(left)
  const kept = text.length <= longest ? text : JSON.stringify({ ...left, values: {} })
  sessionStorage.setItem(storageKey, kept)
}

function read(storageKey: string): Left | undefined {
  const text = sessionStorage.getItem(storageKey)
  // Sound: only `leave` writes it.
  return text === null ? undefined : (JSON.parse(text) as Left)
}

function isOf({ viewer }: ToldPage, left: Left): boolean {
  return left.path === location.pathname && left.viewer === viewer
}

/** Gives what was typed into this page. What another user, or nobody for an hour, has come back to is forgotten. */
function takeRefused(page: ToldPage): Left | undefined {
  const left = read(refusedKey)
  if (left === undefined) return undefined
  const isOver =
    page.clearHistory === true ||
    Date.now() - left.at > keptMs ||
    (page.viewer !== undefined && page.viewer !== left.viewer)
  const isHere = isOf(page, left)
  if (isOver || isHere) sessionStorage.removeItem(refusedKey)
  return isHere && !isOver ? left : undefined
}

/** Types values again as a user would, so that every framework hears of them. */
function type(values: Values): void {
  for (const [key, field] of findFields()) {
    const value = values[key]
    if (value === undefined || value === toValue(field)) continue
    if (isChecked(field)) {
      field.click()
      continue
    }
    // React watches the property of the element itself, and would take the value for its own.
    Reflect.set(Object.getPrototypeOf(field), 'value', value, field)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

/**
 * The fields that can be found again, by their form, kind and name. If several have the same, there is none of them: what
 * was typed for one record must not appear at another, and its place among them may have changed.
 */
function findFields(): ReadonlyMap<string, Field> {
  const fields = new Map<string, Field>()
  const ambiguous = new Set<string>()
  for (const field of document.querySelectorAll<Field>(allFields)) {
    const name = field.name || toStableId(field)
    if (name === '' || withoutText.test(field.type) || secret.test(field.autocomplete)) continue
    const choice = isChecked(field) ? field.value : ''
    const key = JSON.stringify([toFormName(field.form), field.type, name, choice])
    if (fields.has(key)) ambiguous.add(key)
    fields.set(key, field)
  }
  for (const key of ambiguous) fields.delete(key)
  return fields
}

const allFields = 'input, textarea, select'

/** What tells a form from others of its kind: where it is sent to, or its id. */
function toFormName(form: HTMLFormElement | null): readonly (string | null)[] {
  if (form === null) return []
  return [toStableId(form), form.getAttribute('method'), form.getAttribute('action')]
}

/** The id, unless `useId()` has made it from the place of the element. */
function toStableId(element: Element): string {
  const id = element.getAttribute('id') ?? ''
  return placeId.test(id) ? '' : id
}

/** As React, Vue and Svelte write them: `_r_1_`, `:r1:`, `v-0-1`, `c1`, `s1`. */
const placeId = /^(?:[_:«]r\w*[_:»]|v-[\d-]+|[cs]\d+)$/i
const withoutText = /^(?:password|file|hidden|submit|button|reset|image|select-multiple)$/
const secret = /\b(?:cc-|one-time-code|(?:current|new)-password)/

function toValue(field: Field): string {
  return isChecked(field) ? String(field.checked) : field.value
}

function isChecked(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox' || field.type === 'radio'
}
