import { inspect } from 'node:util'
import type { StandardSchemaV1 } from '@standard-schema/spec'
import { ValidationFailed } from '../support/http-error.ts'
import { isPromise, type MaybePromise } from '../support/maybe-promise.ts'
import { SetupError } from '../support/setup-error.ts'

/**
 * Validates a value with any Standard Schema (https://standardschema.dev), synchronously where the
 * schema allows it. Throws `ValidationFailed` with the first message of each field.
 */
export function validate<Output>(
  schema: StandardSchemaV1<unknown, Output>,
  input: unknown,
): MaybePromise<Output> {
  const result = schema['~standard'].validate(input)
  return isPromise(result) ? result.then(toOutput) : toOutput(result)
}

/** Throws `E_SCHEMA` for what no library of schemas has made, which `validate` would fail on. */
export function assertSchema(schema: unknown): void {
  const isObject = (typeof schema === 'object' && schema !== null) || typeof schema === 'function'
  if (isObject && '~standard' in schema) return
  throw new SetupError(
    'E_SCHEMA',
    `request() takes a Standard Schema such as z.object({ … }), not ${inspect(schema, { depth: -1 })}.`,
  )
}

function toOutput<Output>(result: StandardSchemaV1.Result<Output>): Output {
  if (result.issues === undefined) return result.value
  throw new ValidationFailed(toFieldErrors(result.issues))
}

/** The first message of each field; nested fields under dotted names, the whole input under `_`. */
function toFieldErrors(
  issues: readonly StandardSchemaV1.Issue[],
): Readonly<Record<string, string>> {
  const errors: Record<string, string> = {}
  for (const { path, message } of issues) {
    const field = toFieldName(path)
    // `??=` would take what every object inherits for a message.
    if (!Object.hasOwn(errors, field)) errors[field] = message
  }
  return errors
}

function toFieldName(path: StandardSchemaV1.Issue['path']): string {
  if (path === undefined || path.length === 0) return '_'
  return path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.')
}
