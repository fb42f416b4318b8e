import { languageOfOwn, sayIfOwn, sayOwn } from '../../base/language/words/own-words.ts'
import {
  CheckViolation,
  DatabaseUnavailable,
  ForeignKeyViolation,
  InvalidValue,
  NumberOverflow,
  SerializationFailure,
  UniqueViolation,
} from '../../data/database/database-error.ts'
import {
  Conflict,
  HttpError,
  ServiceUnavailable,
  ValidationFailed,
  type PublicError,
} from '../../base/support/http-error.ts'

/** What a client may know about an error, such as `reply.error`: nothing internal. */
export function toPublicError(error: unknown): PublicError {
  const told = toHttpError(error)
  const { status } = told
  const message = sayIfOwn(told.message)
  return told instanceof ValidationFailed
    ? { status, message, errors: told.errors }
    : { status, message }
}

/**
 * Returns the error to answer with.
 *
 * That is the client's own mistake; 503 for an unavailable database or a conflicting transaction,
 * without `Retry-After` if the change may have been made; 409 for a write that conflicts with another
 * record; 422 for a value that the database refuses; or 500 for anything else.
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

/** A value that the database refused, which validation did not know. */
export type RefusedValue = CheckViolation | InvalidValue | NumberOverflow

export function isRefusedValue(error: unknown): error is RefusedValue {
  return refusals.some((refusal) => error instanceof refusal)
}

const refusals = [CheckViolation, InvalidValue, NumberOverflow]

/** Names the columns, so that a form shows the message beside its fields, or `_` for none in particular. */
function refusedBy(error: RefusedValue): HttpError {
  const columns = error.place?.columns ?? []
  if (columns.length === 0) return new ValidationFailed({ _: 'A value cannot be stored' })
  const message = toMessage(error, columns)
  return new ValidationFailed(Object.fromEntries(columns.map((column) => [column, message])))
}

function toMessage(error: RefusedValue, columns: readonly string[]): string {
  const isTogether = error instanceof CheckViolation && columns.length > 1
  const text = isTogether
    ? 'The {columns} are not allowed together'
    : 'The {columns} is not allowed'
  const type = isTogether ? 'conjunction' : 'disjunction'
  const list = new Intl.ListFormat(languageOfOwn(text), { type })
  return sayOwn(text, { columns: list.format(columns) })
}
