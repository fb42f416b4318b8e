import type { router } from '@inertiajs/core'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type Values = Readonly<Record<string, string>>

/**
 * Keeps what was typed when a page has to be loaded again because a deployment has changed it, except what was sent and
 * accepted. Passwords, codes, card numbers and files are left out. Returns what leaves it for a page that is loaded again
 * without a visit.
 */
export function keepTyped(client: typeof router): () => void {
  const typed = new WeakSet<EventTarget>()
  /** The user's visits that are under way. */
  const visits = new Set<string>()
  /** The forms, or fields without a form, that visits under way have sent, by visit. */
  const sent = new Map<string, Element | null>()
  let submitted: Element | undefined
  document.addEventListener('input', ({ target }) => target !== null && typed.add(target), true)
  document.addEventListener(
    'submit',
    ({ target }) => {
      if (target instanceof Element) submitted = target
    },
    true,
  )
  const leaveTyped = (): void => {
    const values = [...findFields()].filter(([, field]) => typed.has(field))
    leave(Object.fromEntries(values.map(([key, field]) => [key, toValue(field)])))
  }
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

  const left = take()
  const stop = client.on('navigate', () => {
    stop()
    if (left !== undefined) requestAnimationFrame(() => type(left))
  })
  return leaveTyped
}

const storageKey = 'tenon:typed'
const longest = 100_000

function leave(values: Values): void {
  const text = JSON.stringify({ path: location.pathname, values })
  if (text.length <= longest) sessionStorage.setItem(storageKey, text)
}

function take(): Values | undefined {
  const text = sessionStorage.getItem(storageKey)
  if (text === null) return undefined
  sessionStorage.removeItem(storageKey)
  // Sound: only `leave` writes it.
  const { path, values } = JSON.parse(text) as { readonly path: string; readonly values: Values }
  return path === location.pathname ? values : undefined
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
