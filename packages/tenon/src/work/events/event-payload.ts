import { SetupError } from '../../base/support/setup-error.ts'
import { toWire } from '../../data/records/wire.ts'
import type { DeclaredEvent } from './declared-event.ts'

/** The largest payload that goes to other processes. PostgreSQL allows less than 8,000 bytes per notification. */
const payloadLimitBytes = 6000

/**
 * Writes the payload of an event as JSON, for other processes. Throws `E_EVENT_PAYLOAD` if it is too large or not JSON.
 */
export function writePayload({ name }: DeclaredEvent<unknown>, payload: unknown): string {
  const text = toJson(name, payload)
  const bytes = Buffer.byteLength(text)
  if (bytes <= payloadLimitBytes) return text
  throw new SetupError(
    'E_EVENT_PAYLOAD',
    `The event "${name}" has a listener in every process, and carries ${bytes} bytes of JSON. Processes tell each other at most ${payloadLimitBytes}. Let it carry a key, and read the rest in the listener.`,
  )
}

function toJson(name: string, payload: unknown): string {
  try {
    return JSON.stringify(toWire(payload)) ?? 'null'
  } catch (cause) {
    throw new SetupError(
      'E_EVENT_PAYLOAD',
      `The event "${name}" has a listener in every process, and carries what JSON cannot express. Let it carry text, numbers, lists and plain objects.`,
      { cause },
    )
  }
}
