import type { StandardSchemaV1 } from '@standard-schema/spec'
import { openSent, seal } from '../../../base/keys/keys.ts'
import { NotFound, ValidationFailed } from '../../../base/support/http-error.ts'
import { SetupError } from '../../../base/support/setup-error.ts'
import { toOwnUrl } from '../../../web/routing/url.ts'
import { assertSchema, validate } from '../../../web/validation/validate.ts'

/** The path prefix of unsubscribe links. */
export const unsubscribePrefix = '/_app/unsubscribe/'

/**
 * Declares what a click on "unsubscribe" does, for mails with `.unsubscribe()`.
 *
 *     export const newsletter = unsubscribe('newsletter', z.object({ user: z.number() })).run(
 *       async ({ user }) => { … },
 *     )
 *
 * List it in `application({ mail: { unsubscribe: [newsletter] } })`. The link contains the sealed input, so nobody can
 * make a link for somebody else. Throws `E_MAIL_UNSUBSCRIBE` for a malformed name.
 */
export function unsubscribe<Input, Output>(
  name: string,
  schema: StandardSchemaV1<Input, Output>,
): UnsubscribeWithoutFunction<Input, Output> {
  if (!/^[a-zA-Z][\w.:-]{0,99}$/.test(name)) {
    throw unsubscribeError(
      `unsubscribe("${name}"): use 1 to 100 letters, digits and ".", ":", "_" or "-", beginning with a letter.`,
    )
  }
  assertSchema(schema, 'unsubscribe')
  return new UnsubscribeWithoutFunction(name, schema)
}

/** A declared link that still needs its function. */
export class UnsubscribeWithoutFunction<Input, Output> {
  readonly #name: string
  readonly #schema: StandardSchemaV1<Input, Output>

  constructor(name: string, schema: StandardSchemaV1<Input, Output>) {
    this.#name = name
    this.#schema = schema
  }

  /** Sets the function that ends the subscription. It must be idempotent: a link can be used several times. */
  run(run: (input: Output) => unknown): Unsubscribe<Input> {
    return new Unsubscribe(this.#name, this.#schema, async (input) => {
      await run(await validate(this.#schema, input))
    })
  }
}

/** A link that ends a subscription. */
export class Unsubscribe<Input> {
  /** Carries the type; the property does not exist at run time. */
  declare readonly '~input': Input
  readonly name: string
  readonly #schema: StandardSchemaV1<Input, unknown>
  readonly #run: (input: unknown) => Promise<void>

  constructor(
    name: string,
    schema: StandardSchemaV1<Input, unknown>,
    run: (input: unknown) => Promise<void>,
  ) {
    this.name = name
    this.#schema = schema
    this.#run = run
  }

  /**
   * Returns the path of a link with this input. The link never expires. Throws `E_MAIL_UNSUBSCRIBE` if the schema
   * rejects the JSON form of the input, and `E_NO_KEY` without `APP_KEY`.
   */
  async path(input: Input): Promise<string> {
    const text = JSON.stringify(input)
    try {
      await validate(this.#schema, JSON.parse(text))
    } catch (error) {
      if (!(error instanceof ValidationFailed)) throw error
      throw unsubscribeError(
        `The link of unsubscribe("${this.name}") was made for an input that its schema rejects: ${Object.values(error.errors).join(', ')}.`,
      )
    }
    return toOwnUrl(unsubscribePrefix + seal(purpose, { name: this.name, input: text }))
  }

  /** Ends the subscription of an opened link. Throws `NotFound` if its input no longer fits the schema. */
  async end(input: unknown): Promise<void> {
    try {
      await this.#run(input)
    } catch (error) {
      throw error instanceof ValidationFailed ? new NotFound() : error
    }
  }
}

const purpose = 'mail unsubscribe'

/** A link with any input, as `application({ mail: { unsubscribe } })` takes it. */
export interface AnyUnsubscribe {
  readonly name: string
  readonly end: (input: unknown) => Promise<void>
}

/** Opens a link. Throws `NotFound` if this application has not sealed it. */
export function openUnsubscribe(token: string): { readonly name: string; readonly input: unknown } {
  const opened = openSent(purpose, token)
  if (opened === undefined) throw new NotFound()
  // Sound: only `path` seals for this purpose.
  const { name, input } = opened as { readonly name: string; readonly input: string }
  return { name, input: JSON.parse(input) }
}

export function unsubscribeError(message: string): SetupError {
  return new SetupError('E_MAIL_UNSUBSCRIBE', message)
}
