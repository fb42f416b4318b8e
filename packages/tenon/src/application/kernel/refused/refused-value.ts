import { toFieldLabel } from '../../../base/language/words/field-label.ts'
import { languageOfOwn, sayOwn } from '../../../base/language/words/own-words.ts'
import { ValidationFailed } from '../../../base/support/http-error.ts'
import {
  CheckViolation,
  InvalidValue,
  NumberOverflow,
} from '../../../data/database/database-error.ts'

/** A value that the database refused and validation did not detect. */
export type RefusedValue = CheckViolation | InvalidValue | NumberOverflow

export function isRefusedValue(error: unknown): error is RefusedValue {
  return refusals.some((refusal) => error instanceof refusal)
}

const refusals = [CheckViolation, InvalidValue, NumberOverflow]

/** Puts the message at the columns, so that a form shows it beside their fields; at `_` if the columns are unknown. */
export function refusedBy(error: RefusedValue): ValidationFailed {
  const columns = error.place?.columns ?? []
  if (columns.length === 0) return new ValidationFailed({ _: sayOwn('A value cannot be stored') })
  const message = toMessage(error, columns)
  return new ValidationFailed(Object.fromEntries(columns.map((column) => [column, message])))
}

function toMessage(error: RefusedValue, columns: readonly string[]): string {
  const [column = '', second] = columns
  const type = error instanceof InvalidValue ? error.malformed : undefined
  if (type !== undefined && second === undefined)
    return sayOwn('The {field} is not a valid {type}', { field: toFieldLabel(column), type })
  return toGeneralMessage(error, columns)
}

function toGeneralMessage(error: RefusedValue, columns: readonly string[]): string {
  const isTogether = error instanceof CheckViolation && columns.length > 1
  const text = isTogether
    ? 'The {columns} are not allowed together'
    : 'The {columns} is not allowed'
  const type = isTogether ? 'conjunction' : 'disjunction'
  const list = new Intl.ListFormat(languageOfOwn(text), { type })
  return sayOwn(text, { columns: list.format(columns.map(toFieldLabel)) })
}
