import { readItems } from './read-items.ts'

/**
 * Reads the body of an answer: JSON that is parsed, text, or `null` for none; of a success also other
 * bytes, and an iterable of the items of a stream.
 */
export async function readBody(response: Response): Promise<unknown> {
  if (isStream(response)) return readItems(response)
  const type = response.headers.get('content-type') ?? ''
  if (response.ok && /^(?!text\/|.*json)./.test(type)) return response.blob()
  const text = await response.text()
  if (text === '') return null
  return isJson(response) ? JSON.parse(text) : text
}

/** Whether a success has items that arrive one by one. */
export function isStream({ ok, headers }: Response): boolean {
  return (
    ok && /^(?:application\/x-ndjson|text\/event-stream)/.test(headers.get('content-type') ?? '')
  )
}

export function isJson({ headers }: Response): boolean {
  return headers.get('content-type')?.includes('json') === true
}

/** The fields of a body that is an object; none of any other. */
export function toFields(body: unknown): Readonly<Record<string, unknown>> {
  return typeof body === 'object' && body !== null ? { ...body } : {}
}
