import type { StandardSchemaV1 } from '@standard-schema/spec'
import { once } from '../../base/support/once.ts'
import { withoutEmpty } from '../body/fields/absent-fields.ts'
import { toJsonSchema } from '../validation/to-json-schema.ts'
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
 * convert it. If a field may be missing, its empty text is left out, so that a form's select may have a
 * choice "All" with the value `''`. If validation fails, the handler does not run and the response has
 * status 422 with one message per field; use `.catch()` in the schema to ignore invalid values. `route()` accepts
 * the schema's input as its third argument. Throws `E_SCHEMA` if the value is not a schema.
 */
export function query<Input, Output, Fields = unknown>(
  schema: StandardSchemaV1<Input, Output> & { readonly shape?: Fields },
): ValidatedQuery<Output, FilledIn<Input, Fields>>
export function query(schema: StandardSchemaV1): ValidatedQuery<unknown> {
  assertSchema(schema, 'query')
  const typesOf = once(() => toJsonSchema(schema, 'input').schema)
  const validate = (input: unknown) => parseWith(schema, withoutEmpty(input, typesOf))
  return { kind: 'query', schema, validate }
}

/** The input. Fields with zod's `.catch()` may be missing, which zod's own type does not say. */
// oxfmt-ignore
type FilledIn<Input, Fields> =
  unknown extends Fields ? Input :
  { [Name in keyof Input]: Name extends CaughtField<Fields> ? Input[Name] | undefined : Input[Name] }

// oxfmt-ignore
type CaughtField<Fields> =
  { [Name in keyof Fields]: Fields[Name] extends { removeCatch(): unknown } ? Name : never }[keyof Fields]
