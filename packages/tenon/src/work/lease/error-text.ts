import { format } from 'node:util'
import { toInvalidFields, ValidationFailed } from '../../base/support/http-error.ts'

/**
 * The text of an error as it is stored with a run. That of a failed validation says which fields are
 * invalid and why, as a client may read it; the values are not part of it.
 */
export function toErrorText(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : format('%s', error)
  return toStored(`${text}${toFieldsText(error)}`, ERROR_TEXT_LIMIT)
}

function toFieldsText(error: unknown): string {
  const fields = error instanceof ValidationFailed ? toInvalidFields(error) : ''
  return fields === '' ? '' : ` (${fields})`
}

/** The stack of an error as it is stored with a run; `null` if there is none. */
export function toStackText(error: unknown): string | null {
  const stack = error instanceof Error ? error.stack : undefined
  return stack === undefined ? null : toStored(stack, STACK_LIMIT)
}

const ERROR_TEXT_LIMIT = 2000
const STACK_LIMIT = 8000

/** Removes NUL, which PostgreSQL cannot store, and a surrogate half left by truncation. */
function toStored(text: string, limit: number): string {
  return text.slice(0, limit).replaceAll('\0', '\ufffd').toWellFormed()
}
