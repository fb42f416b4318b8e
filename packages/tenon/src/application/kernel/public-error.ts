import { sayIfOwn, sayOwn } from '../../base/language/words/own-words.ts'
import {
  DatabaseUnavailable,
  ForeignKeyViolation,
  SerializationFailure,
  UniqueViolation,
} from '../../data/database/database-error.ts'
import {
  Conflict,
  HttpError,
  PayloadTooLarge,
  ServiceUnavailable,
  ValidationFailed,
  type PublicError,
} from '../../base/support/http-error.ts'
import { toSizeText } from '../../base/support/size.ts'
import { isRefusedValue, refusedBy } from './refused/refused-value.ts'

/** What a client may know about an error. It contains nothing internal. */
export function toPublicError(error: unknown): PublicError {
  const told = toHttpError(error)
  const { status } = told
  const message = toMessage(told)
  return told instanceof ValidationFailed
    ? { status, message, errors: told.errors }
    : { status, message }
}

/** Adds the limit that a body exceeds: without it, the client would not know what to send. */
function toMessage(error: HttpError): string {
  const problem = sayIfOwn(error.message)
  if (!(error instanceof PayloadTooLarge) || error.limitBytes === undefined) return problem
  return sayOwn('{problem}: at most {size}', { problem, size: toSizeText(error.limitBytes) })
}

/**
 * Returns the error to answer with:
 *
 * - the error itself if it is an `HttpError`, such as a client's mistake
 * - 503 for an unavailable database or a conflicting transaction; without `Retry-After` if the change may have been
 *   made
 * - 409 for a write that conflicts with another record
 * - 422 for a value that the database refuses
 * - 500 for anything else
 */
export function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  if (error instanceof DatabaseUnavailable && error.isOutcomeUnknown) {
    return new HttpError(503, 'The change may or may not have been made', { cause: error })
  }
  if (error instanceof DatabaseUnavailable || error instanceof SerializationFailure) {
    return new ServiceUnavailable(undefined, { cause: error })
  }
  if (error instanceof UniqueViolation || error instanceof ForeignKeyViolation) {
    return new Conflict(undefined, { cause: error })
  }
  if (isRefusedValue(error)) return refusedBy(error)
  return new HttpError(500, 'Internal Server Error', { cause: error })
}
