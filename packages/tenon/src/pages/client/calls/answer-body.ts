/** Reads the body of an answer: JSON that is parsed, text, or `null` for none. */
export async function readBody(response: Response): Promise<unknown> {
  const text = await response.text()
  if (text === '') return null
  return isJson(response) ? JSON.parse(text) : text
}

export function isJson({ headers }: Response): boolean {
  return headers.get('content-type')?.includes('json') === true
}

/** The fields of a body that is an object; none of any other. */
export function toFields(body: unknown): Readonly<Record<string, unknown>> {
  return typeof body === 'object' && body !== null ? { ...body } : {}
}
