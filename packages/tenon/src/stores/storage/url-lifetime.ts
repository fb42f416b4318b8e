import { toMs, type Duration } from '../../base/support/duration.ts'
import { SetupError } from '../../base/support/setup-error.ts'

/**
 * Checks how long a signed URL works, and returns milliseconds. Throws `E_DISK_EXPIRES` for more than 7 days, which S3
 * refuses.
 */
export function toLifetimeMs(expires: Duration): number {
  const ms = toMs(expires, 'expires')
  if (ms <= longestMs) return ms
  throw new SetupError(
    'E_DISK_EXPIRES',
    `A URL of a file works for 7 days at most, not "${expires}", because S3 signs none for longer. For more, send the file from a route, for example behind "signed".`,
  )
}

const longestMs = 7 * 86_400_000

/** How much longer a ticket works than its URL, so that an upload at the last moment can still be accepted. */
export const ticketDelayMs = 86_400_000
/** The longest time after its upload in which a file can be accepted. */
export const longestTicketMs = longestMs + ticketDelayMs
