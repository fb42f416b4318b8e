/**
 * What a client caused, with the status and the message it is told.
 *
 * A process that serves makes it without a stack trace (`HttpError.stackTraceLimit = 0`): the place
 * in our code says nothing about the client's mistake, and a trace costs more than the whole request.
 * Where nobody serves, as in tests and seeders, it has one as every error.
 */
export class HttpError extends Error {
  override readonly name: string = 'HttpError'
  readonly status: number
  /** Response headers that belong to the error, such as `allow` or `retry-after`. */
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

/** 403: the request is understood and refused. */
export class Forbidden extends HttpError {
  override readonly name = 'Forbidden'

  constructor(message = 'Forbidden', options?: HttpErrorOptions) {
    super(403, message, options)
  }
}

/** 404: there is no such page or record. */
export class NotFound extends HttpError {
  override readonly name = 'NotFound'

  constructor(message = 'Not Found', options?: HttpErrorOptions) {
    super(404, message, options)
  }
}

/** 405: the path exists, the method is another; `allow` lists those that there are. */
export class MethodNotAllowed extends HttpError {
  override readonly name = 'MethodNotAllowed'

  constructor(allow: string) {
    super(405, 'Method Not Allowed', { headers: { allow } })
  }
}

/** 413: the body is larger than its limit. */
export class PayloadTooLarge extends HttpError {
  override readonly name = 'PayloadTooLarge'

  constructor(message = 'Payload Too Large', options?: HttpErrorOptions) {
    super(413, message, options)
  }
}

/** 415: the body is of a media type or encoding that is not read here. */
export class UnsupportedMediaType extends HttpError {
  override readonly name = 'UnsupportedMediaType'

  constructor(message = 'Unsupported Media Type', options?: HttpErrorOptions) {
    super(415, message, options)
  }
}

/** 422: the input was read and does not fulfil its rules; one message per field, the first. */
export class ValidationFailed extends HttpError {
  override readonly name = 'ValidationFailed'
  readonly errors: Readonly<Record<string, string>>

  constructor(errors: Readonly<Record<string, string>>, message = 'The given data was invalid') {
    super(422, message)
    this.errors = errors
  }
}

/** 429: the client asked too often; `Retry-After` says in how many seconds it may ask again. */
export class TooManyRequests extends HttpError {
  override readonly name = 'TooManyRequests'

  constructor(retryAfterSeconds: string, headers: Readonly<Record<string, string>> = {}) {
    super(429, 'Too Many Requests', { headers: { ...headers, 'retry-after': retryAfterSeconds } })
  }
}

/** 503: something that the answer needs is away for the moment. */
export class ServiceUnavailable extends HttpError {
  override readonly name = 'ServiceUnavailable'

  constructor(message = 'Service Unavailable', options?: HttpErrorOptions) {
    super(503, message, { headers: { 'retry-after': '5' }, ...options })
  }
}

/**
 * 204: the input would be accepted, and the client wanted to know no more (`Precognition`). Thrown in
 * place of running the handler.
 */
export class InputAccepted extends HttpError {
  override readonly name = 'InputAccepted'

  constructor() {
    super(204, 'No Content')
  }
}
