import { hiddenValues } from '../../base/log/hidden-values.ts'
import { ValidationFailed } from '../../base/support/http-error.ts'
import { isPromise, type MaybePromise } from '../../base/support/maybe-promise.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { validate } from '../../web/validation/validate.ts'
import type { AnyJobSettings, JobSettings } from './job-definition.ts'

/** A job's input as it is stored, and as its function receives it. */
export interface CheckedInput<Output> {
  readonly text: string
  readonly input: Output
}

/**
 * Checks an input in its stored form, which is JSON.
 *
 * Throws `E_JOB_INPUT` if the schema rejects the input, or if JSON cannot express it.
 */
export async function checkInput<Output>(
  { name, schema }: JobSettings<Output>,
  given: unknown,
): Promise<CheckedInput<Output>> {
  const text = toText(name, given)
  if (hiddenValues.isFollowed) hiddenValues.check(text, `The input of the job "${name}"`)
  try {
    return { text, input: await validate(schema, JSON.parse(text)) }
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error
    const problems = toSentence(error)
    throw inputError(
      `Job "${name}" was dispatched with an input that its schema rejects: ${problems}. The schema checks the JSON form, in which a date is text.`,
    )
  }
}

/** Reads a stored input and checks it against the current schema. Throws `E_JOB_INPUT`. */
export function readInput({ name, schema }: AnyJobSettings, text: string): MaybePromise<unknown> {
  try {
    const input = validate(schema, JSON.parse(text))
    return isPromise(input) ? input.catch((error: unknown) => rejectInput(name, error)) : input
  } catch (error) {
    return rejectInput(name, error)
  }
}

function rejectInput(name: string, error: unknown): never {
  if (!(error instanceof ValidationFailed)) throw error
  throw inputError(
    `The input of this job no longer fits the schema of "${name}": ${toSentence(error)}. Accept the old form again and run jobs:retry, or run jobs:forget.`,
  )
}

function toText(name: string, given: unknown): string {
  try {
    const text = JSON.stringify(given)
    if (typeof text === 'string') return text
  } catch (error) {
    throw inputError(
      `Job "${name}" was dispatched with an input that is not JSON: ${String(error)}.`,
    )
  }
  throw inputError(`Job "${name}" was dispatched with an input that is not JSON: ${typeof given}.`)
}

function toSentence({ errors }: ValidationFailed): string {
  return Object.entries(errors)
    .map(([field, message]) => (field === '_' ? message : `${field}: ${message}`))
    .join(', ')
}

function inputError(message: string): SetupError {
  return new SetupError('E_JOB_INPUT', message)
}
