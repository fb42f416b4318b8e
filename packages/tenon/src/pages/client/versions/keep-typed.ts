import type { router } from '@inertiajs/core'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type Values = Readonly<Record<string, string>>

/**
 * Keeps what was typed when a page has to be loaded again because a deployment has changed it. Passwords, codes, card
 * numbers and files are left out. Returns what leaves it for a page that is loaded again without a visit.
 */
export function keepTyped(client: typeof router): () => void {
  const typed = new WeakSet<EventTarget>()
  const visits = new Set<string>()
  document.addEventListener('input', ({ target }) => target !== null && typed.add(target), true)
  const leaveTyped = (): void => {
    const values = [...findFields()].filter(([, field]) => typed.has(field))
    leave(Object.fromEntries(values.map(([key, field]) => [key, toValue(field)])))
  }
  client.on('start', ({ detail: { visit } }) => {
    if (!visit.async) visits.add(visit.id)
  })
  client.on('finish', ({ detail: { visit } }) => {
    visits.delete(visit.id)
  })
  client.on('location', ({ detail: { url, versionChange } }) => {
    // Without a visit of the user's the page is not loaded again.
    if (!versionChange || visits.size === 0 || url.pathname !== location.pathname) return
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

/** The fields that can be found again, by their kind and name, and their number among those of that name. */
function findFields(): ReadonlyMap<string, Field> {
  const fields = new Map<string, Field>()
  for (const field of document.querySelectorAll<Field>('input, textarea, select')) {
    const name = field.name || field.id
    if (name === '' || withoutText.test(field.type) || secret.test(field.autocomplete)) continue
    let number = 0
    while (fields.has(`${field.type} ${name} ${number}`)) number += 1
    fields.set(`${field.type} ${name} ${number}`, field)
  }
  return fields
}

const withoutText = /^(?:password|file|hidden|submit|button|reset|image|select-multiple)$/
const secret = /\b(?:cc-|one-time-code|(?:current|new)-password)/

function toValue(field: Field): string {
  return isChecked(field) ? String(field.checked) : field.value
}

function isChecked(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox' || field.type === 'radio'
}
