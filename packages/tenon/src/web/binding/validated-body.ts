import type { StandardSchemaV1 } from '@standard-schema/spec'
import { type Size, toBytes } from '../../base/support/size.ts'
import { assertSchema, parseWith } from '../validation/validate.ts'
import type { BodyBinding } from './binding.ts'
import { assertRules, type Checked, joinRules, type RulesByField } from './rules/rules-by-field.ts'

/** Options of `body`. */
export interface BodyOptions {
  /**
   * The largest body, such as `'20mb'`: more or less than `BODY_LIMIT`, and for a form with files than `UPLOAD_LIMIT`.
   * The texts beside files never take more than `BODY_LIMIT`.
   */
  readonly maxSize?: Size
}

/** A request type: validates the body with a schema before the handler runs. */
export interface ValidatedBody<Output, Input = unknown> extends BodyBinding<Output> {
  readonly schema: StandardSchemaV1<Input, Output>
  /** What the database is asked about the fields. */
  readonly asks: RulesByField | undefined
  /** The largest body in bytes; `undefined` for the limits of the application. */
  readonly maxBytes: number | undefined
  /**
   * Asks the database about fields once the schema accepts the body:
   * `body(schema).rules({ slug: unique(Ticket, 'slug'), 'lines.product_id': exists(Product) })`.
   *
   * A field that has a list stands for its items, which one statement asks about. A field with several rules has them in
   * a list: `{ user_id: [exists(User), unique(Profile, 'user_id')] }`. A second call adds rules. The messages are in the
   * same 422 as those of the schema.
   */
  rules<const Rules extends RulesByField>(
    rules: Rules & Checked<Output, Rules>,
  ): ValidatedBody<Output, Input>
}

/**
 * Creates a request type from any Standard Schema (zod, valibot, arktype, …).
 *
 * The body may be JSON, urlencoded or multipart. If validation fails, the handler does not run and
 * the response has status 422 with one message per field. A missing body is validated as `{}`.
 * Throws `E_SCHEMA` if the value is not a schema, `E_SIZE` if `maxSize` is not a size.
 */
export function body<Input, Output>(
  schema: StandardSchemaV1<Input, Output>,
  { maxSize }: BodyOptions = {},
): ValidatedBody<Output, Input> {
  assertSchema(schema, 'body')
  const maxBytes = maxSize === undefined ? undefined : toBytes(maxSize, 'maxSize')
  return withRules({ schema, maxBytes }, undefined)
}

function withRules<Input, Output>(
  taken: Pick<ValidatedBody<Output, Input>, 'schema' | 'maxBytes'>,
  asks: RulesByField | undefined,
): ValidatedBody<Output, Input> {
  return {
    kind: 'body',
    ...taken,
    asks,
    validate: (input) => parseWith(taken.schema, input),
    rules: (rules) => {
      assertRules(rules)
      return withRules(taken, joinRules(asks ?? {}, rules))
    },
  }
}
