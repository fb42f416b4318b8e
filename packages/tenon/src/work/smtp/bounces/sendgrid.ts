import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import {
  assertSigned,
  isRecent,
  optionError,
  parseReport,
  textAt,
  type Report,
  type ReadReports,
} from './report.ts'

/** The verification key of the signed event webhook. */
export interface SendgridOptions {
  readonly publicKey: string
}

/**
 * Source:
 * https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/getting-started-event-webhook-security-features
 */
export function sendgrid({ publicKey }: SendgridOptions): ReadReports {
  const key = toKey(publicKey)
  return async (request, body) => {
    const timestamp = request.header('x-twilio-email-event-webhook-timestamp') ?? ''
    const signature = request.header('x-twilio-email-event-webhook-signature') ?? ''
    const isSigned = verify(
      'sha256',
      Buffer.from(timestamp + body),
      key,
      Buffer.from(signature, 'base64'),
    )
    assertSigned(isSigned && isRecent(timestamp, lateSeconds))
    const events = parseReport(body)
    return Array.isArray(events) ? events.flatMap(toReports) : []
  }
}

/** SendGrid retries for a day. */
const lateSeconds = 2 * 86_400

function toKey(publicKey: string): KeyObject {
  try {
    const key = createPublicKey({
      key: Buffer.from(publicKey, 'base64'),
      format: 'der',
      type: 'spki',
    })
    if (key.asymmetricKeyType === 'ec') return key
  } catch {
    // Fall through: the error below names the option.
  }
  throw optionError('sendgrid({ publicKey })', 'the verification key of the event webhook')
}

function toReports(event: unknown): readonly Report[] {
  const address = textAt(event, 'email')
  const kind = textAt(event, 'event')
  if (kind === 'spamreport') return [{ address, reason: 'complaint' }]
  // A "blocked" bounce is temporary, for example because of the mail's content.
  const isFinal = kind === 'bounce' && textAt(event, 'type') !== 'blocked'
  return isFinal ? [{ address, reason: 'bounce' }] : []
}
