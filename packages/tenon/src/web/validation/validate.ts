import { inspect } from 'node:util'
import type { StandardSchemaV1 } from '@standard-schema/spec'
import { schemaLanguages } from '../../base/language/language-context.ts'
import { sayOwn } from '../../base/language/words/own-words.ts'
import { ValidationFailed } from '../../base/support/http-error.ts'
import { isPromise, whenReady, type MaybePromise } from '../../base/support/maybe-promise.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { validateInLanguage } from './validate-in-language.ts'

/**
 * Validates a value with any Standard Schema (https://standardschema.dev).
 *
 * Synchronous if the schema is. Throws `ValidationFailed` with the first message of each field, up
 * to 100 fields; `_more` counts the others.
 */
export function validate<Output>(
  schema: StandardSchemaV1<unknown, Output>,
  input: unknown,
): MaybePromise<Output> {
  return whenReady(parseWith(schema, input), (parsed) => {
    if (parsed instanceof ValidationFailed) throw parsed
    return parsed
  })
}

/** Like `validate`, but returns the failure: throwing it would make a rejected form 7 % slower. */
export function parseWith<Output>(
  schema: StandardSchemaV1<unknown, Output>,
  input: unknown,
): MaybePromise<Output | ValidationFailed> {
  const translated = schemaLanguages.areUsed ? validateInLanguage(schema, input) : undefined
  const result = translated ?? schema['~standard'].validate(input)
  return isPromise(result) ? result.then(toOutput) : toOutput(result)
}

/** Throws `E_SCHEMA` if `schema` is not a Standard Schema, which `validate` could not use. */
export function assertSchema(
  schema: unknown,
  maker: 'body' | 'query' | 'job' | 'unsubscribe' | 'messages' | 'environment',
): void {
  const isObject = (typeof schema === 'object' && schema !== null) || typeof schema === 'function'
  if (isObject && '~standard' in schema) return
  throw new SetupError(
    'E_SCHEMA',
    `${maker}() takes a Standard Schema such as z.object({ … }), not ${inspect(schema, { depth: -1 })}.`,
  )
}

function toOutput<Output>(result: StandardSchemaV1.Result<Output>): Output | ValidationFailed {
  if (result.issues === undefined) return result.value
  return new ValidationFailed(toFieldErrors(result.issues))
}

/** Limits of the reported errors: the number of fields, and the length of a field's name. */
const messageLimit = 100
const nameLimit = 1000

/**
 * Collects the first message of each field: nested fields under dotted names, the whole input under
 * `_`. Beyond the limit, further fields are only counted, under `_more`.
 */
export function toFieldErrors(issues: readonly Issue[]): Readonly<Record<string, string>> {
  const errors = new Map<string, string>()
  const more = new Set<string>()
  let unnamed = 0
  for (const { path = [], message } of issues) {
    const field = toFieldName(path)
    if (field === undefined) unnamed += 1
    else if (errors.size < messageLimit) errors.set(field, errors.get(field) ?? message)
    else if (!errors.has(field)) more.add(field)
  }
  const count = more.size + unnamed
  if (count > 0) errors.set('_more', sayOwn('and {count} more', { count: String(count) }))
  return Object.fromEntries(errors)
}

/** A problem with a field. */
export type Issue = StandardSchemaV1.Issue

type IssuePath = NonNullable<StandardSchemaV1.Issue['path']>

/** Returns `undefined` for a name that is too long to repeat for every field inside it. */
function toFieldName(path: IssuePath): string | undefined {
  if (path.length === 0) return '_'
  const keys = path.map((part) => String(typeof part === 'object' ? part.key : part))
  const length = keys.reduce((sum, key) => sum + key.length, 0)
  return length > nameLimit ? undefined : keys.join('.')
}
