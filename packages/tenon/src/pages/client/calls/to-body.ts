import { flattenFields } from '../../../web/body/write-query.ts'

/** The body of a request, and its content type; absent if `fetch` sets it itself. */
export interface SentBody {
  readonly body?: string | FormData
  readonly type?: string
}

/** Writes an input as JSON, or as `multipart/form-data` if it contains a file. */
export function toBody(input: unknown): SentBody {
  if (input === undefined || input === null) return {}
  if (!hasFile(input)) return { body: JSON.stringify(input, toText), type: 'application/json' }
  const form = new FormData()
  for (const [name, value] of flattenFields(input, String)) form.append(name, value)
  return { body: form }
}

function toText(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}

function hasFile(value: unknown): value is object {
  if (value instanceof Blob) return true
  return typeof value === 'object' && value !== null && Object.values(value).some(hasFile)
}
