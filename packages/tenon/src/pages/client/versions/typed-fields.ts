/** The fields of a page whose text is kept, and found again in another document. */

export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** The texts of fields by their keys. */
export type Values = Readonly<Record<string, string>>

/** Sets values with the events of a user's input, so that every framework notices them. */
export function type(values: Values): void {
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

/** The texts whose fields the page does not have, by the names of these fields. */
export function toLost(values: Values): Readonly<Record<string, string>> {
  const fields = findFields()
  const texts = Object.entries(values).filter(([key, text]) => text !== '' && !fields.has(key))
  return Object.fromEntries(
    texts.flatMap(([key, text]) => {
      const { name, isChoice } = readKey(key)
      return isChoice ? [] : [[name, text]]
    }),
  )
}

/**
 * The fields that can be found again, by their form, type and name. Fields with equal keys are left out: input for one
 * record must not appear at another, and the order of the records may have changed.
 */
export function findFields(): ReadonlyMap<string, Field> {
  const fields = new Map<string, Field>()
  const ambiguous = new Set<string>()
  for (const field of document.querySelectorAll<Field>(allFields)) {
    const name = field.name || toStableId(field)
    if (name === '' || withoutText.test(field.type) || secret.test(field.autocomplete)) continue
    const choice = isChecked(field) ? field.value : ''
    const key = toKey({ form: toFormName(field.form), type: field.type, name, choice })
    if (fields.has(key)) ambiguous.add(key)
    fields.set(key, field)
  }
  for (const key of ambiguous) fields.delete(key)
  return fields
}

interface FieldKey {
  readonly form: readonly (string | null)[]
  readonly type: string
  readonly name: string
  /** The value of a choice, such as a radio button; empty for other fields. */
  readonly choice: string
}

function toKey({ form, type, name, choice }: FieldKey): string {
  return JSON.stringify([form, type, name, choice])
}

/** The name of a field, and whether it is a choice rather than text. */
function readKey(key: string): { readonly name: string; readonly isChoice: boolean } {
  // Sound: only `toKey` writes it.
  const [, type, name] = JSON.parse(key) as [unknown, string, string]
  return { name, isChoice: type === 'checkbox' || type === 'radio' }
}

export const allFields = 'input, textarea, select'

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

export function toValue(field: Field): string {
  return isChecked(field) ? String(field.checked) : field.value
}

function isChecked(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox' || field.type === 'radio'
}
