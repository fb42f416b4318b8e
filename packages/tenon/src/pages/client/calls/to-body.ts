/** The body of a request, and its type unless `fetch` finds that out itself. */
export interface SentBody {
  readonly body: string | FormData | undefined
  readonly type: string | undefined
}

/** Writes an input as JSON, or as a form with parts if there is a file in it. */
export function toBody(input: unknown): SentBody {
  if (input === undefined || input === null) return { body: undefined, type: undefined }
  if (!hasFile(input)) return { body: JSON.stringify(input, toText), type: 'application/json' }
  const form = new FormData()
  for (const [name, value] of Object.entries(input)) append(form, name, value)
  return { body: form, type: undefined }
}

function toText(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}

function hasFile(value: unknown): value is object {
  if (value instanceof Blob) return true
  return typeof value === 'object' && value !== null && Object.values(value).some(hasFile)
}

/** Writes nested fields as the server reads them: `item[name]`, `tags[]`. */
function append(form: FormData, name: string, value: unknown): void {
  if (value instanceof Blob) form.append(name, value)
  else if (value instanceof Date) form.append(name, value.toISOString())
  else if (Array.isArray(value)) {
    value.forEach((item, i) => append(form, toItemName(name, i, item), item))
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) append(form, `${name}[${key}]`, inner)
  } else if (typeof value === 'boolean') form.append(name, value ? '1' : '0')
  else if (value !== undefined && value !== null) form.append(name, `${value as string | number}`)
}

/** Objects in a list need indices, so that their fields stay together. */
function toItemName(name: string, index: number, item: unknown): string {
  const isFlat = typeof item !== 'object' || item instanceof Blob || item instanceof Date
  return isFlat ? `${name}[]` : `${name}[${index}]`
}
