import type { StandardSchemaV1 } from '@standard-schema/spec'
import { assertSchema, validate } from '../validation/validate.ts'
import type { BodyBinding } from './binding.ts'

/** A request type: validates the body with a schema before the handler runs. */
export interface ValidatedBody<Output, Input = unknown> extends BodyBinding<Output> {
  readonly schema: StandardSchemaV1<Input, Output>
}

/**
 * Creates a request type from any Standard Schema (zod, valibot, arktype, …).
 *
 * The body may be JSON, urlencoded or multipart. If validation fails, the handler does not run and
 * the response has status 422 with one message per field. A missing body is validated as `{}`.
 * Throws `E_SCHEMA` if the value is not a schema.
 */
export function body<Input, Output>(
  schema: StandardSchemaV1<Input, Output>,
): ValidatedBody<Output, Input> {
  assertSchema(schema, 'body')
  return { kind: 'body', schema, validate: (input) => validate(schema, input) }
}
