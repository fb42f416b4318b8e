import { ApiError } from './api-error.ts'

/**
 * Reads the body of an answer: JSON that is parsed, text, or `null` for none. Throws `ApiError` for broken
 * JSON, and for a page in place of a value, as a proxy or a login sends it.
 */
export async function readBody(response: Response): Promise<unknown> {
  const text = await response.text()
  if (text === '') return null
  if (response.ok && isOf('text/html', response)) {
    throw new ApiError(response, text, { message: 'The server sent a page (text/html), not JSON' })
  }
  if (!isJson(response)) return text
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ApiError(response, text, { message: 'The server sent invalid JSON', cause })
  }
}

export function isJson(response: Response): boolean {
  return isOf('json', response)
}

function isOf(type: string, { headers }: Response): boolean {
  return headers.get('content-type')?.includes(type) === true
}
