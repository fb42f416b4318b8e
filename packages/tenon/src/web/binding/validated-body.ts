import type { StandardSchemaV1 } from '@standard-schema/spec'
import { type Size, toBytes } from '../../base/support/size.ts'
import { assertSchema, parseWith } from '../validation/validate.ts'
import type { BodyBinding } from './binding.ts'
import { assertRules, type Checked, joinRules, type RulesByField } from './rules/rules-by-field.ts'

/** The largest file of a field, such as a disk. */
export interface FileLimit {
  readonly maxSizeBytes: number
}

/** Options of `body`. */
export interface BodyOptions<Field extends string = string> {
  /**
   * The largest body, such as `'20mb'`. It replaces `BODY_LIMIT`, and `UPLOAD_LIMIT` for a form with files; it may be
   * larger or smaller. The texts of a form with files never take more than `BODY_LIMIT`.
   */
  readonly maxSize?: Size
  /**
   * The limits of its fields with one file each, such as the disks that store them: `{ scan: documentFiles }`. If a form
   * is too large, each of these fields says its limit, as a 422 does, instead of a 413 that names `maxSize`.
   * `maxSize` is then all these limits together and 1 MiB by default.
   */
  readonly files?: Readonly<Partial<Record<Field, FileLimit>>>
}

/** A request type: validates the body with a schema before the handler runs. */
export interface ValidatedBody<Output, Input = unknown> extends BodyBinding<Output> {
  readonly schema: StandardSchemaV1<Input, Output>
  /** The rules that are checked in the database. */
  readonly asks: RulesByField | undefined
  /** The largest body in bytes; `undefined` for the limits of the application. */
  readonly maxBytes: number | undefined
  /** The limits in bytes of its fields with a file. */
  readonly fileLimits: ReadonlyMap<string, number>
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
  { maxSize, files }: BodyOptions<keyof NoInfer<Output> & string> = {},
): ValidatedBody<Output, Input> {
  assertSchema(schema, 'body')
  const fileLimits = toFileLimits(files)
  const maxBytes = maxSize === undefined ? toSum(fileLimits) : toBytes(maxSize, 'maxSize')
  return withRules({ schema, maxBytes, fileLimits }, undefined)
}

function toFileLimits(files: BodyOptions['files'] = {}): ReadonlyMap<string, number> {
  return new Map(
    Object.entries(files).flatMap(([field, limit]) =>
      limit === undefined ? [] : [[field, limit.maxSizeBytes] as const],
    ),
  )
}

/** Larger than all files together, so that the disk can say which file is too large. */
function toSum(fileLimits: ReadonlyMap<string, number>): number | undefined {
  const sum = fileLimits.values().reduce((bytes, limit) => bytes + limit, 0)
  return sum > 0 && Number.isFinite(sum) ? sum + 1_048_576 : undefined
}

function withRules<Input, Output>(
  taken: Pick<ValidatedBody<Output, Input>, 'schema' | 'maxBytes' | 'fileLimits'>,
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
