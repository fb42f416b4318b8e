import type { ActiveVisit, Page, router } from '@inertiajs/core'
import type { Failure } from '../failure.ts'
import { say } from '../say.ts'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type Values = Readonly<Record<string, string>>

/** A page with the additions of Tenon's server. */
export interface ToldPage extends Page {
  /** The signed key of the user for whom it was made. */
  readonly viewer?: string
  /** Whether the form that led to it was not accepted, because the user has to log in first. */
  readonly isRefused?: boolean
}

/**
 * Keeps typed input when a page has to be loaded again because a deployment has changed it, except input that was sent
 * and accepted. Also keeps it when a form, or a page that reloads its own props, is answered with a login or the
 * question for the password. If it was a form, calls `show` when its page is shown again, because nothing was saved.
 *
 * Passwords, codes, card numbers and files are not kept. Only the user who typed the input gets it back. Returns a
 * function that keeps the input for a page that is loaded again without a visit.
 */
export function keepTyped(
  client: typeof router,
  viewer: () => string | undefined,
  show: (failure: Failure) => void,
): () => void {
  const typed = new WeakSet<EventTarget>()
  /** The running visits of the user. */
  const visits = new Set<string>()
  /** The form, or the field without a form, that a running visit has sent, by visit. */
  const sent = new Map<string, Element | null>()
  /** The submitted form. Safari does not focus a clicked button, so the active element may not belong to the form. */
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
    const { pathname: path, search } = location
    leave(storageKey, { path, search, viewer: viewer(), at: Date.now(), isRefused, values })
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
    // Inertia loads the page again only for a visit of the user.
    if (!versionChange || visits.size === 0 || url.pathname !== location.pathname) return
    // The server rejects only reads of another version. So a form that led here was accepted.
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
/** How long input is kept: as long as the server remembers where the user wanted to go before the login. */
const keptMs = 60 * 60_000

/** The failure with the status that a program would get. `hasInput` is false, because files and passwords are lost. */
const notDone = { status: 401, errors: {}, requestId: undefined, hasInput: false } as const

/** The kept input of a page. */
interface Left {
  readonly path: string
  readonly search: string
  readonly viewer?: string | undefined
  /** When it was kept, in milliseconds since 1970. */
  readonly at: number
  /** Whether a form of the page was sent and not accepted. */
  readonly isRefused: boolean
  readonly values: Values
}

/** Keeps typed input when a request is answered with a login, and restores it when the page is shown again. */
function followRefused(
  client: typeof router,
  leaveTyped: (isRefused: boolean) => void,
  show: (failure: Failure) => void,
): void {
  client.on('start', ({ detail: { visit } }) => {
    if (visit.prefetch) return
    // Sound: a visit has its callbacks when it starts. `onBeforeUpdate` runs while the typed input still exists.
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

/** Whether a page that reloads its own props is answered with another page, because the user has to log in first. */
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

/** Returns the kept input of this page. Forgets it after an hour, after a logout, or if another user has logged in. */
function takeRefused(page: ToldPage): Left | undefined {
  const left = read(refusedKey)
  if (left === undefined) return undefined
  const isOver =
    page.clearHistory === true ||
    Date.now() - left.at > keptMs ||
    (page.viewer !== undefined && page.viewer !== left.viewer)
  // The query may name the record. A login leads back to the same one.
  const isHere = isOf(page, left) && left.search === location.search
  if (isOver || isHere) sessionStorage.removeItem(refusedKey)
  return isHere && !isOver ? left : undefined
}

/** Sets values with the events of a user's input, so that every framework notices them. */
function type(values: Values): void {
  for (const [key, field] of findFields()) {
    const value = values[key]
    if (value === undefined || value === toValue(field)) continue
    if (isChecked(field)) {
      field.click()
      continue
    }
    // React overrides the property on the element and would ignore the event, so use the setter of the prototype.
    Reflect.set(Object.getPrototypeOf(field), 'value', value, field)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

/**
 * The fields that can be found again, by their form, type and name. Fields with equal keys are left out: input for one
 * record must not appear at another, and the order of the records may have changed.
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

/** The properties that distinguish a form from similar ones: its id, method and action. */
function toFormName(form: HTMLFormElement | null): readonly (string | null)[] {
  if (form === null) return []
  return [toStableId(form), form.getAttribute('method'), form.getAttribute('action')]
}

/** The id, unless a framework's `useId()` has generated it: such ids depend on the position of the element. */
function toStableId(element: Element): string {
  const id = element.getAttribute('id') ?? ''
  return placeId.test(id) ? '' : id
}

/** Generated ids of React, Vue and Svelte: `_r_1_`, `:r1:`, `v-0-1`, `c1`, `s1`. */
const placeId = /^(?:[_:«]r\w*[_:»]|v-[\d-]+|[cs]\d+)$/i
const withoutText = /^(?:password|file|hidden|submit|button|reset|image|select-multiple)$/
const secret = /\b(?:cc-|one-time-code|(?:current|new)-password)/

function toValue(field: Field): string {
  return isChecked(field) ? String(field.checked) : field.value
}

function isChecked(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox' || field.type === 'radio'
}
