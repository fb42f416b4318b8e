import type { StandardSchemaV1 } from '@standard-schema/spec'
import { PayloadTooLarge, ValidationFailed } from '../../../base/support/http-error.ts'
import { SetupError } from '../../../base/support/setup-error.ts'
import { validate } from '../../../web/validation/validate.ts'

/** The maximum size of a message as JSON, because PostgreSQL's notices are limited to less than 8,000 bytes. */
const messageLimitBytes = 6000

/**
 * The message after the schema, as JSON. Throws `E_CHANNEL_MESSAGE` if it is invalid, `PayloadTooLarge` if too large.
 */
export async function checkMessage(
  name: string,
  schema: StandardSchemaV1 | undefined,
  message: unknown,
): Promise<unknown> {
  if (schema === undefined) {
    throw new SetupError(
      'E_CHANNEL_MESSAGE',
      `The channel "${name}" has no messages. Say what they are: channel(…).messages(schema).`,
    )
  }
  const text = JSON.stringify(await checked(name, schema, message)) ?? 'null'
  if (Buffer.byteLength(text) <= messageLimitBytes) return JSON.parse(text)
  throw new PayloadTooLarge(`A message has more than ${messageLimitBytes} bytes`)
}

async function checked(name: string, schema: StandardSchemaV1, message: unknown): Promise<unknown> {
  try {
    return await validate(schema, message)
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error
    const problems = Object.entries(error.errors).map(([field, text]) => `${field}: ${text}`)
    throw new SetupError(
      'E_CHANNEL_MESSAGE',
      `A message on the channel "${name}" does not fit its schema: ${problems.join(', ')}.`,
      { cause: error },
    )
  }
}
