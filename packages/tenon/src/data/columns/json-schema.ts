import type { StandardSchemaV1 } from '@standard-schema/spec'
import { ValidationFailed } from '../../base/support/http-error.ts'
import { isPromise } from '../../base/support/maybe-promise.ts'
import { SetupError } from '../../base/support/setup-error.ts'

/**
 * Validates a value that a JSON column is about to store, and returns the schema's output.
 *
 * Throws `ValidationFailed` with messages under the column's name and the path inside it, and
 * `E_COLUMN_SCHEMA` for a schema that validates asynchronously.
 */
export function validateJson(schema: StandardSchemaV1, value: unknown, column: string): unknown {
  const result = schema['~standard'].validate(value)
  if (isPromise(result)) throw asynchronous(column)
  if (result.issues === undefined) return result.value

  const messages = result.issues.map(
    ({ path, message }) => [fieldName(column, path), message] as const,
  )
  // The first message of each field counts.
  throw new ValidationFailed(Object.fromEntries(messages.toReversed()))
}

function fieldName(column: string, path: StandardSchemaV1.Issue['path'] = []): string {
  const parts = path.map((part) => String(typeof part === 'object' ? part.key : part))
  return [column, ...parts].join('.')
}

function asynchronous(column: string): SetupError {
  return new SetupError(
    'E_COLUMN_SCHEMA',
    `The schema of the column "${column}" validates asynchronously, but a column needs a synchronous schema. Remove the asynchronous checks.`,
  )
}
