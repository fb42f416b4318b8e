import { createHmac, timingSafeEqual } from 'node:crypto'
import {
  assertOption,
  assertSigned,
  at,
  isRecent,
  parseReport,
  textAt,
  type ReadReports,
} from './report.ts'

/** The HTTP webhook signing key of the account. */
export interface MailgunOptions {
  readonly signingKey: string
}

/** Source: https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks */
export function mailgun({ signingKey }: MailgunOptions): ReadReports {
  assertOption(signingKey !== '', 'mailgun({ signingKey })', 'the signing key of the account')
  return async (_request, body) => {
    const report = parseReport(body)
    const timestamp = textAt(report, 'signature', 'timestamp')
    const token = textAt(report, 'signature', 'token')
    const given = Buffer.from(textAt(report, 'signature', 'signature'))
    const own = createHmac('sha256', signingKey)
      .update(timestamp + token)
      .digest('hex')
    const isSigned = given.length === own.length && timingSafeEqual(given, Buffer.from(own))
    assertSigned(isSigned && isRecent(timestamp, lateSeconds))

    const event = at(report, 'event-data')
    const address = textAt(event, 'recipient')
    const kind = textAt(event, 'event')
    if (kind === 'complained') return [{ address, reason: 'complaint' }]
    const isFinal = kind === 'failed' && textAt(event, 'severity') === 'permanent'
    return isFinal ? [{ address, reason: 'bounce' }] : []
  }
}

/** Mailgun retries for eight hours. */
const lateSeconds = 86_400
