import type { StandardSchemaV1 } from '@standard-schema/spec'
import { type Size, toBytes } from '../../base/support/size.ts'
import { assertSchema, parseWith } from '../validation/validate.ts'
import type { BodyBinding } from './binding.ts'
import { assertRules, type Checked, joinRules, type RulesByField } from './rules/rules-by-field.ts'

/** Options of `body`. */
export interface BodyOptions {
  /**
   * The largest body, such as `'20mb'`. It replaces `BODY_LIMIT`, and `UPLOAD_LIMIT` for a form with files; it may be
   * larger or smaller. The texts of a form with files never take more than `BODY_LIMIT`.
   */
  readonly maxSize?: Size
}

/** A request type: validates the body with a schema before the handler runs. */
export interface ValidatedBody<Output, Input = unknown> extends BodyBinding<Output> {
  readonly schema: StandardSchemaV1<Input, Output>
  /** The rules that are checked in the database. */
  readonly asks: RulesByField | undefined
  /** The largest body in bytes; `undefined` for the limits of the application. */
  readonly maxBytes: number | undefined
  /**
   * Adds rules about fields, which are checked in the database once the schema has accepted the body:
   * `body(schema).rules({ slug: unique(Ticket, 'slug'), 'lines.product_id': exists(Product) })`.
   *
   * If a field is a list, the rule is about its items, and one statement checks all of them. List several rules of a
   * field: `{ user_id: [exists(User), unique(Profile, 'user_id')] }`. A second call adds rules. If a rule does not
   * hold, the response is a 422 as for the schema. Throws `E_RULE` for anything but rules.
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
