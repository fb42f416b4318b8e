import type { StandardSchemaV1 } from '@standard-schema/spec'
import { assertSchema, validate } from '../validation/validate.ts'
import type { BodyBinding } from './binding.ts'

/** A request type: the body validated by a schema before the handler runs. */
export interface ValidatedRequest<Output, Input = unknown> extends BodyBinding<Output> {
  readonly schema: StandardSchemaV1<Input, Output>
}

/**
 * Makes a request type of any Standard Schema (zod, valibot, arktype, …).
 *
 * The body may be JSON, urlencoded or multipart. On failure the handler does not run and the answer
 * has status 422 with one message per field. A body that is absent is validated as `{}`. Throws
 * `E_SCHEMA` for what is no schema.
 */
export function request<Input, Output>(
  schema: StandardSchemaV1<Input, Output>,
): ValidatedRequest<Output, Input> {
  assertSchema(schema)
  return { kind: 'body', schema, validate: (input) => validate(schema, input) }
}
