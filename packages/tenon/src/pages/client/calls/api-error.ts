import { toFields } from './answer-body.ts'

/** A call that failed: the server answered with an error, or not at all. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** The status; `undefined` if no answer arrived. */
  readonly status: number | undefined
  /** The messages by field of a 422, otherwise empty. */
  readonly errors: Readonly<Record<string, string>>
  /** The body: JSON that was parsed, or text. */
  readonly body: unknown

  constructor(response: Response | undefined, body: unknown, cause?: unknown) {
    const { message, errors } = toFields(body)
    super(
      typeof message === 'string' ? message : toMessage(response),
      cause === undefined ? {} : { cause },
    )
    this.status = response?.status
    this.errors = toTexts(errors)
    this.body = body
  }
}

function toMessage(response: Response | undefined): string {
  return response === undefined ? 'The server cannot be reached' : `Error ${response.status}`
}

function toTexts(errors: unknown): Readonly<Record<string, string>> {
  const texts = Object.entries(toFields(errors))
  return Object.fromEntries(texts.map(([name, text]) => [name, String(text)]))
}
