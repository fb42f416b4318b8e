/**
 * Turns errors that a client can correct into messages at the fields that it has sent.
 *
 * If a column is not among the fields, the server has computed its value, and no form can show a message there. Such an
 * error is about the input as a whole, so its message is at `_`.
 */
import { HttpError, RefusedByColumn, ValidationFailed } from '../../../base/support/http-error.ts'
import { whenReady, type MaybePromise } from '../../../base/support/maybe-promise.ts'
import { UniqueViolation } from '../../../data/database/database-error.ts'
import { entityOf, type AnyModel } from '../../../data/records/entity.ts'
import { readQuery } from '../../../web/body/read-query.ts'
import { isIndexOf } from '../../../web/binding/rules/check-rules.ts'
import { sayTaken } from '../../../web/binding/rules/questions.ts'
import type { HttpRequest } from '../../../web/http/request.ts'
import { isRefusedValue, refusedBy } from './refused-value.ts'

/** Turns a refused write into a failed validation; `undefined` for any other error. */
export function toValidation(
  request: HttpRequest,
  error: unknown,
  models: readonly AnyModel[],
): MaybePromise<ValidationFailed | undefined> {
  if (error instanceof RefusedByColumn) {
    return whenReady(sentFields(request), (sent) => amongSent(error.atFieldOf(sent), sent))
  }
  if (error instanceof HttpError) return undefined
  if (isRefusedValue(error)) {
    return whenReady(sentFields(request), (sent) => amongSent(refusedBy(error), sent))
  }
  return error instanceof UniqueViolation ? atTakenField(request, error, models) : undefined
}

/** Returns the error; with its message at `_` if the request has sent none of its fields. */
function amongSent(error: ValidationFailed, sent: Fields): ValidationFailed {
  const [message] = Object.values(error.errors)
  const isSent = Object.keys(error.errors).some((name) => Object.hasOwn(sent, name))
  if (isSent || message === undefined) return error
  return new ValidationFailed({ _: message }, undefined, { cause: error.cause })
}

/**
 * The last sent field of a unique index. If it has several columns, the earlier ones say within what the value is
 * unique.
 */
function atTakenField(
  request: HttpRequest,
  { place }: UniqueViolation,
  models: readonly AnyModel[],
): MaybePromise<ValidationFailed | undefined> {
  const table = models
    .map((model) => entityOf(model).table)
    .find(({ name }) => name === place.table)
  return whenReady(sentFields(request), (sent) => {
    const taken =
      place.columns.findLast((name) => Object.hasOwn(sent, name)) ??
      table?.columns.find(
        (column) => Object.hasOwn(sent, column.name) && isIndexOf(table, column, place),
      )?.name
    return taken === undefined ? undefined : new ValidationFailed({ [taken]: sayTaken(taken) })
  })
}

/** The fields of the query, and of the part of the body that was read. */
function sentFields(request: HttpRequest): MaybePromise<Fields> {
  return whenReady(request.body.readFields(), (fields) => ({ ...queryFields(request), ...fields }))
}

function queryFields({ target }: HttpRequest): Fields {
  try {
    return readQuery(target)
  } catch {
    // A query that cannot be read has no fields.
    return {}
  }
}

/** Values by the name of their field. */
type Fields = Readonly<Record<string, unknown>>
