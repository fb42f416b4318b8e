import { flattenFields } from '../../../web/body/write-query.ts'
import { ApiError } from './api-error.ts'
import { readItems } from './read-items.ts'

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

/**
 * Reads the body of an answer: parsed JSON, text, or `null` for an empty body. A success may also give a
 * `Blob` of other content, or an iterable of the items of a stream. Throws `ApiError` for invalid JSON,
 * and for a successful HTML page, which a proxy or a login may send instead of a value.
 */
export async function readBody(response: Response): Promise<unknown> {
  if (isStream(response)) return readItems(response)
  if (response.ok && isOf(/^(?!text\/|.*json)./, response)) return response.blob()
  const text = await response.text()
  if (text === '') return null
  const isPage = response.ok && isOf(/^text\/html/, response)
  if (!isPage && !isJson(response)) return text
  try {
    return JSON.parse(text)
  } catch (cause) {
    const what = isPage ? 'a page (text/html), not' : 'invalid'
    throw new ApiError(response, text, { message: `The server sent ${what} JSON`, cause })
  }
}

/** Whether a success has items that arrive one by one. */
export function isStream(response: Response): boolean {
  return response.ok && isOf(/^(?:application\/x-ndjson|text\/event-stream)/, response)
}

export function isJson(response: Response): boolean {
  return isOf(/json/, response)
}

function isOf(type: RegExp, { headers }: Response): boolean {
  return type.test(headers.get('content-type') ?? '')
}
