/**
 * An error that the client caused, with the status and the message of the response.
 *
 * A serving process creates it without a stack trace (`HttpError.stackTraceLimit = 0`): the place
 * in the code says nothing about the client's mistake, and capturing a trace costs more than the
 * whole request. Elsewhere, as in tests and seeders, it has a stack trace like any other error.
 */
export class HttpError extends Error {
  override readonly name: string = 'HttpError'
  readonly status: number
  /** Response headers to send with the error, such as `allow` or `retry-after`. */
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, message: string, options: HttpErrorOptions = {}) {
    const traceLimit = Error.stackTraceLimit
    Error.stackTraceLimit = HttpError.stackTraceLimit
    super(message, options)
    Error.stackTraceLimit = traceLimit
    this.status = status
    this.headers = options.headers ?? {}
  }
}

export interface HttpErrorOptions extends ErrorOptions {
  readonly headers?: Readonly<Record<string, string>>
}

/** 400: the request cannot be understood. */
export class BadRequest extends HttpError {
  override readonly name = 'BadRequest'

  constructor(message = 'Bad Request', options?: HttpErrorOptions) {
    super(400, message, options)
  }
}

/** 401: the client is not authenticated. Name the scheme in the header `www-authenticate`. Default `Cookie`. */
export class Unauthorized extends HttpError {
  override readonly name = 'Unauthorized'

  constructor(message = 'Unauthorized', options?: HttpErrorOptions) {
    super(401, message, options)
  }
}

/** 403: the request is understood but not allowed. */
export class Forbidden extends HttpError {
  override readonly name = 'Forbidden'

  constructor(message = 'Forbidden', options?: HttpErrorOptions) {
    super(403, message, options)
  }
}

/** 404: the page or record does not exist. */
export class NotFound extends HttpError {
  override readonly name = 'NotFound'

  constructor(message = 'Not Found', options?: HttpErrorOptions) {
    super(404, message, options)
  }
}

/** 405: the path exists, but not for this method; `allow` lists the methods that do. */
export class MethodNotAllowed extends HttpError {
  override readonly name = 'MethodNotAllowed'

  constructor(allow: string) {
    super(405, 'Method Not Allowed', { headers: { allow } })
  }
}

/** 409: the request conflicts with the current state. */
export class Conflict extends HttpError {
  override readonly name = 'Conflict'

  constructor(message = 'Conflict', options?: HttpErrorOptions) {
    super(409, message, options)
  }
}

/** 413: the body is larger than its limit. */
export class PayloadTooLarge extends HttpError {
  override readonly name = 'PayloadTooLarge'
  /** The most bytes that are accepted, which the answer names; `undefined` if they are not what is limited. */
  readonly limitBytes: number | undefined

  constructor(message = 'Payload Too Large', options: PayloadTooLargeOptions = {}) {
    super(413, message, options)
    this.limitBytes = options.limitBytes
  }
}

export interface PayloadTooLargeOptions extends HttpErrorOptions {
  readonly limitBytes?: number
}

/** 415: the media type or encoding of the body is not supported. */
export class UnsupportedMediaType extends HttpError {
  override readonly name = 'UnsupportedMediaType'

  constructor(message = 'Unsupported Media Type', options?: HttpErrorOptions) {
    super(415, message, options)
  }
}

/** 422: the input is well-formed but invalid; `errors` has the first message of each field. */
export class ValidationFailed extends HttpError {
  override readonly name = 'ValidationFailed'
  readonly errors: Readonly<Record<string, string>>

  constructor(
    errors: Readonly<Record<string, string>>,
    message = 'The given data was invalid',
    options?: HttpErrorOptions,
  ) {
    super(422, message, options)
    this.errors = errors
  }
}

/** Which fields are invalid and why, as a client may read it, in one line. It contains no values. */
export function toInvalidFields({ errors = {} }: Pick<PublicError, 'errors'>): string {
  return Object.entries(errors)
    .map(([field, message]) => `${field}: ${message}`)
    .join(', ')
}

/**
 * A value of the right type that its column cannot hold, reported under the column's name. `cause` says which value.
 *
 * It is the client's mistake only if the client sent the value: a client cannot correct any other.
 */
export class RefusedByColumn extends ValidationFailed {
  readonly #column: string
  readonly #value: unknown
  readonly #say: (field: string) => string

  /** `say` returns the message about a field. */
  constructor(column: string, value: unknown, say: (field: string) => string, cause: Error) {
    super({ [column]: say(column) }, undefined, { cause })
    this.#column = column
    this.#value = value
    this.#say = say
  }

  /**
   * The error at the field with the refused value. A condition compares a column with the value of any field, so a field
   * with the name of the column is taken only if no other field has that value.
   */
  atFieldOf(sent: Readonly<Record<string, unknown>>): ValidationFailed {
    const holders = Object.keys(sent).filter((name) => sent[name] === this.#value)
    const [field = this.#column, second] = holders
    if (second !== undefined || holders.includes(this.#column) || field === this.#column)
      return this
    return new ValidationFailed({ [field]: this.#say(field) }, undefined, { cause: this.cause })
  }
}

/** 429: the client sent too many requests; `Retry-After` says how many seconds to wait. */
export class TooManyRequests extends HttpError {
  override readonly name = 'TooManyRequests'

  constructor(retryAfterSeconds: number, headers: Readonly<Record<string, string>> = {}) {
    super(429, 'Too Many Requests', {
      headers: { ...headers, 'retry-after': String(retryAfterSeconds) },
    })
  }
}

/** 503: something the response depends on is temporarily unavailable. Default header: `retry-after: 5` (seconds). */
export class ServiceUnavailable extends HttpError {
  override readonly name = 'ServiceUnavailable'

  constructor(message = 'Service Unavailable', options?: HttpErrorOptions) {
    super(503, message, { headers: { 'retry-after': '5' }, ...options })
  }
}

/** 503: the application is down for maintenance. */
export class UnderMaintenance extends HttpError {
  override readonly name = 'UnderMaintenance'

  constructor(retryAfterSeconds: number) {
    super(503, 'Down for maintenance. Please try again soon.', {
      headers: { 'retry-after': String(retryAfterSeconds) },
    })
  }
}

/**
 * 204: the input is valid, and the client only asked for that (`Precognition`). Thrown instead of
 * running the handler.
 */
export class InputAccepted extends HttpError {
  override readonly name = 'InputAccepted'

  constructor() {
    super(204, 'No Content')
  }
}

/** What a client may see of an error; contains nothing internal. */
export interface PublicError {
  readonly status: number
  readonly message: string
  /** One message per field that failed validation; nested fields have dotted names. */
  readonly errors?: Readonly<Record<string, string>>
  /** The request's id, for errors that someone will look up in the log. */
  readonly requestId?: string
  /** What has failed, for the developer. Only with a 500 under `tenon dev`. */
  readonly debug?: ErrorDetails
}

/** What has failed inside the application. */
export interface ErrorDetails {
  readonly message: string
  /** The place in the application, such as `app/orders.ts:12:5`; `undefined` if the stack names none. */
  readonly location: string | undefined
  /** What may fix it, such as a pending migration. */
  readonly hint: string | undefined
}
