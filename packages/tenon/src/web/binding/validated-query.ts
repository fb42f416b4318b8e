import type { StandardSchemaV1 } from '@standard-schema/spec'
import { assertSchema, parseWith } from '../validation/validate.ts'
import type { QueryBinding } from './binding.ts'

/** A query type: validates the URL's query with a schema before the handler runs. */
export interface ValidatedQuery<Output, Input = unknown> extends QueryBinding<Output> {
  readonly schema: StandardSchemaV1<Input, Output>
}

/**
 * Creates a query type from any Standard Schema (zod, valibot, arktype, …), to bind in a handler.
 *
 * Fields nest as in a form, `filter[state]=open&tags[]=x`, and every value is text: let the schema
 * convert it. If validation fails, the handler does not run and the response has status 422 with
 * one message per field; use `.catch()` in the schema to ignore invalid values. `route()` accepts
 * the schema's input as its third argument. Throws `E_SCHEMA` if the value is not a schema.
 */
export function query<Input, Output, Fields = unknown>(
  schema: StandardSchemaV1<Input, Output> & { readonly shape?: Fields },
): ValidatedQuery<Output, FilledIn<Input, Fields>>
export function query(schema: StandardSchemaV1): ValidatedQuery<unknown> {
  assertSchema(schema, 'query')
  return { kind: 'query', schema, validate: (input) => parseWith(schema, input) }
}

/** The input, of which zod's `.catch()` fills in what is missing; zod itself does not say so. */
// oxfmt-ignore
type FilledIn<Input, Fields> =
  unknown extends Fields ? Input :
  { [Name in keyof Input]: Name extends CaughtField<Fields> ? Input[Name] | undefined : Input[Name] }

// oxfmt-ignore
type CaughtField<Fields> =
  { [Name in keyof Fields]: Fields[Name] extends { removeCatch(): unknown } ? Name : never }[keyof Fields]
