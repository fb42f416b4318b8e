/** A failed call: the server answered with an error, or not at all. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** The status; `undefined` if no answer arrived. */
  readonly status: number | undefined
  /** The messages of a 422 by field; otherwise empty. */
  readonly errors: Readonly<Record<string, string>>
  /** The body: parsed JSON, or text. */
  readonly body: unknown

  constructor(response: Response | undefined, body: unknown, reason: Reason = {}) {
    const { message, detail, title, errors } = toFields(body)
    // RFC 9457: `detail` is about this error, `title` about all of its kind.
    const told = [message, detail, title].find((text) => typeof text === 'string')
    super(reason.message ?? told ?? `Error ${response?.status}`, reason)
    this.status = response?.status
    this.errors = toTexts(errors)
    this.body = body
  }
}

/** The reason why a call failed, if the body does not contain it. */
interface Reason {
  readonly message?: string
  readonly cause?: unknown
}

/** The error of a request without an answer: `ApiError`, or another error if a relative URL has no page around it. */
export function toUnreachable(url: string, cause: unknown): Error {
  if (url.startsWith('/') && !('location' in globalThis)) {
    return new Error(`There is no page that "${url}" belongs to. Pass a baseUrl to createClient().`)
  }
  return new ApiError(undefined, undefined, { message: 'The server cannot be reached', cause })
}

/** The fields of a body that is an object. Any other body has no fields. */
export function toFields(body: unknown): Readonly<Record<string, unknown>> {
  return typeof body === 'object' && body !== null ? { ...body } : {}
}

function toTexts(errors: unknown): Readonly<Record<string, string>> {
  const texts = Object.entries(toFields(errors))
  return Object.fromEntries(texts.map(([name, text]) => [name, String(text)]))
}
