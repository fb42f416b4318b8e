import { format } from 'node:util'
import { RecordNotFound } from '../../data/records/record-not-found.ts'
import { toInvalidFields, ValidationFailed } from '../../base/support/http-error.ts'

/**
 * The text of an error as it is stored with a run, at most 2000 characters. For a failed validation it includes the
 * invalid fields and their messages, but not the values.
 */
export function toErrorText(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${toMessage(error)}` : format('%s', error)
  return toStored(`${text}${toFieldsText(error)}`, ERROR_TEXT_LIMIT)
}

/** The message of an error. That of a missing record is for clients; here it says which record is missing. */
function toMessage(error: Error): string {
  return error instanceof RecordNotFound ? error.detail : error.message
}

function toFieldsText(error: unknown): string {
  const fields = error instanceof ValidationFailed ? toInvalidFields(error) : ''
  return fields === '' ? '' : ` (${fields})`
}

/** The stack of an error as it is stored with a run, at most 8000 characters; `null` without a stack. */
export function toStackText(error: unknown): string | null {
  const stack = error instanceof Error ? error.stack : undefined
  return stack === undefined ? null : toStored(stack, STACK_LIMIT)
}

const ERROR_TEXT_LIMIT = 2000
const STACK_LIMIT = 8000

/** Replaces NUL, which PostgreSQL cannot store, and a surrogate half left by truncation. */
function toStored(text: string, limit: number): string {
  return text.slice(0, limit).replaceAll('\0', '\ufffd').toWellFormed()
}
