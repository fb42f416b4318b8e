import { isMailAddress } from '../../../base/support/mail-address.ts'
import { noContent } from '../../../web/http/replies.ts'
import type { Reply } from '../../../web/http/reply.ts'
import type { HttpRequest } from '../../../web/http/request.ts'
import { suppressions } from '../suppressions.ts'
import { mailgun, type MailgunOptions } from './mailgun.ts'
import { postmark, type PostmarkOptions } from './postmark.ts'
import type { ReadReports } from './report.ts'
import { resend, type ResendOptions } from './resend.ts'
import { sendgrid, type SendgridOptions } from './sendgrid.ts'
import { ses, type SesOptions } from './ses.ts'

/** Answers the webhook of a provider. */
export type BounceHandler = (request: HttpRequest) => Promise<Reply>

/**
 * Handlers for the webhooks of mail providers: `post('/webhooks/mail', bounces.postmark({ … }))`. An address with a
 * permanent bounce or a complaint gets no more mail; see `suppressions`. Temporary bounces are ignored.
 *
 * A request without the provider's signature gets a 403, and a body that is not JSON a 400. Throws `E_MAIL_BOUNCES` for
 * malformed options.
 */
export const bounces = {
  /** Postmark does not sign requests. It sends the user and password of the webhook's URL. */
  postmark: (options: PostmarkOptions): BounceHandler => receive(postmark(options)),
  /** Amazon SES, through an SNS topic. The handler confirms the subscription of the topic. */
  ses: (options: SesOptions): BounceHandler => receive(ses(options)),
  mailgun: (options: MailgunOptions): BounceHandler => receive(mailgun(options)),
  /** SendGrid, with the signed event webhook. */
  sendgrid: (options: SendgridOptions): BounceHandler => receive(sendgrid(options)),
  resend: (options: ResendOptions): BounceHandler => receive(resend(options)),
}

function receive(read: ReadReports): BounceHandler {
  return async (request) => {
    const reports = await read(request, await request.text())
    for (const { address, reason } of reports) {
      // Providers also report values that are not an address we could have sent to.
      if (isMailAddress(address)) await suppressions.add(address, reason)
    }
    return noContent()
  }
}
