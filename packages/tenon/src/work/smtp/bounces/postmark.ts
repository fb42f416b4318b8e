import { timingSafeEqual } from 'node:crypto'
import { assertOption, assertSigned, parseReport, textAt, type ReadReports } from './report.ts'

/** The user and password in the URL that Postmark calls: `https://user:password@app.example.com/…`. */
export interface PostmarkOptions {
  readonly user: string
  /** At least 16 characters. */
  readonly password: string
}

/** Source: https://postmarkapp.com/developer/webhooks/webhooks-overview */
export function postmark({ user, password }: PostmarkOptions): ReadReports {
  assertOption(user !== '' && !user.includes(':'), 'postmark({ user })', 'a name without ":"')
  assertOption(password.length >= 16, 'postmark({ password })', 'at least 16 characters')
  const expected = Buffer.from(`Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`)
  return async (request, body) => {
    const given = Buffer.from(request.header('authorization') ?? '')
    assertSigned(given.length === expected.length && timingSafeEqual(given, expected))
    const report = parseReport(body)
    const kind = textAt(report, 'RecordType')
    const address = textAt(report, 'Email')
    if (kind === 'SpamComplaint') return [{ address, reason: 'complaint' }]
    const isFinal = finalBounces.has(textAt(report, 'Type'))
    return kind === 'Bounce' && isFinal ? [{ address, reason: 'bounce' }] : []
  }
}

const finalBounces: ReadonlySet<string> = new Set(['HardBounce', 'BadEmailAddress'])
