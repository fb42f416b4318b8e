import { Announcements } from './announcements.ts'
import type { Log } from './log.ts'
import { toLoggedPath } from './logged-path.ts'

/** A security-relevant event, such as a refused request. */
export interface SecurityMessage {
  /** A stable name, such as `request.cross_site`, for filters and alerts. */
  readonly event: string
  /** A fixed sentence per event; contains nothing that a client sent. */
  readonly message: string
  /** Who, where and why. Contains no secrets, and client text only after `toSafeText`. */
  readonly fields: Readonly<Record<string, string | number | undefined>>
}

/** The diagnostics channel `tenon.security`: refused requests and other security events. */
export const securityEvents = new Announcements<SecurityMessage>('tenon.security')

/** Writes every security event to the log, with its name in the field `securityEvent`. */
export function logSecurityEvents(log: Log): Disposable {
  const stop = securityEvents.listen(({ event, message, fields }) =>
    log.info(message, { securityEvent: event, ...fields }),
  )
  return { [Symbol.dispose]: stop }
}

/** The parts of a request that a security event includes. */
interface SentRequest {
  readonly id: string
  readonly ip: string
  readonly method: string
  path(): string
}

/** Publishes a security event that a request caused. */
export function tellSecurityEvent(
  request: SentRequest,
  { event, message, fields }: SecurityMessage,
): void {
  if (!securityEvents.isHeard) return
  const { id: requestId, ip, method } = request
  const path = toSafeText(toLoggedPath(request.path()))
  securityEvents.tell({ event, message, fields: { requestId, ip, method, path, ...fields } })
}

const longestText = 200

/**
 * Makes client text safe to log. Cuts it off after 200 characters and escapes everything except
 * printable ASCII, so it can neither start a new log line nor send control sequences to a terminal.
 */
export function toSafeText(text: string): string {
  return text.slice(0, longestText).replaceAll(/[^\x20-\x7e]/g, escapeCharacter)
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
