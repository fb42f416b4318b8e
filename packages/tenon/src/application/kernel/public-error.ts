import {
  DatabaseUnavailable,
  ForeignKeyViolation,
  SerializationFailure,
  UniqueViolation,
} from '../database/database-error.ts'
import { HttpError, ServiceUnavailable } from '../support/http-error.ts'

/**
 * What a client is told of an error: its own mistake, a database that is away or another transaction
 * that was in the way (503), a write that another record stands against (409), or nothing but that
 * something went wrong (500).
 */
export function toClientError(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  if (error instanceof DatabaseUnavailable || error instanceof SerializationFailure) {
    return new ServiceUnavailable(undefined, { cause: error })
  }
  if (error instanceof UniqueViolation || error instanceof ForeignKeyViolation) {
    return new HttpError(409, 'Conflict', { cause: error })
  }
  return new HttpError(500, 'Internal Server Error', { cause: error })
}
