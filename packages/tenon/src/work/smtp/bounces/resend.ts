import { createHmac, timingSafeEqual } from 'node:crypto'
import {
  assertOption,
  assertSigned,
  isRecent,
  listAt,
  parseReport,
  textAt,
  type ReadReports,
} from './report.ts'

/** The signing secret of the webhook. */
export interface ResendOptions {
  /** Starts with `whsec_`. */
  readonly secret: string
}

/** Resend signs with Standard Webhooks, https://www.standardwebhooks.com. */
export function resend({ secret }: ResendOptions): ReadReports {
  const isSecret = /^whsec_[A-Za-z0-9+/]{16,}={0,2}$/.test(secret)
  assertOption(isSecret, 'resend({ secret })', 'the signing secret, which begins with "whsec_"')
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  return async (request, body) => {
    const id = request.header('svix-id') ?? ''
    const timestamp = request.header('svix-timestamp') ?? ''
    const own = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
    // There are several signatures while the secret is being rotated.
    const given = (request.header('svix-signature') ?? '').split(' ')
    const isSigned = given.some((each) => {
      const bytes = Buffer.from(/^v1,(.*)$/.exec(each)?.[1] ?? '', 'base64')
      return bytes.length === own.length && timingSafeEqual(bytes, own)
    })
    assertSigned(isSigned && isRecent(timestamp, lateSeconds))

    const report = parseReport(body)
    const reason = toReason(textAt(report, 'type'), textAt(report, 'data', 'bounce', 'type'))
    if (reason === undefined) return []
    return listAt(report, 'data', 'to').map((address) => ({ address: String(address), reason }))
  }
}

/** The tolerance of the standard. */
const lateSeconds = 300

function toReason(event: string, bounce: string): 'bounce' | 'complaint' | undefined {
  if (event === 'email.complained') return 'complaint'
  return event === 'email.bounced' && bounce === 'Permanent' ? 'bounce' : undefined
}
