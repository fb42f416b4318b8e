import { Ambient } from '../../base/support/ambient.ts'
import type { MaybePromise } from '../../base/support/maybe-promise.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import type { RenderedMail, RenderMail } from '../../pages/mails/mail-renderer.ts'
import type { Address } from '../../work/smtp/address.ts'
import type { MailMessage } from '../../work/smtp/mail-message.ts'
import type { MailDelivery } from '../../work/smtp/send-mail-job.ts'

/** What a running application does with its mails. */
export interface Mailer {
  /** The sender of mails that do not name one. */
  readonly from: Address
  /** Renders a mail; `undefined` if there is no such mail. */
  readonly render: (name: string, propsJson: string) => Promise<RenderedMail | undefined>
  /** The components of all mails, with their samples. */
  readonly components: () => Promise<Pick<RenderMail, 'names' | 'sampleOf'>>
  /** Turns a path of the application into a URL. */
  readonly toUrl: (path: string) => string
  /** The names that `application({ mail: { unsubscribe } })` lists. */
  readonly unsubscribe: ReadonlySet<string>
  readonly deliver: DeliverMail
}

/** Takes a finished mail, in the current transaction. */
export type DeliverMail = (message: MailMessage, delivered: DeliveredMail) => MaybePromise<void>

/** Additional data of a mail, which is not part of the message. */
export interface DeliveredMail {
  /** The props of its component. */
  readonly props: unknown
  /** When it is sent, and in which queue it waits. */
  readonly delivery: MailDelivery
}

/** The mailer of the running application. */
export const mailers = new Ambient<Mailer>()

/** Returns the mailer of the current call. Throws `E_NO_MAIL` if the application has none. */
export function currentMailer(): Mailer {
  const mailer = mailers.get()
  if (mailer !== undefined) return mailer
  throw new SetupError(
    'E_NO_MAIL',
    'A mail was sent, but no application with mail has been started. Pass it: application({ mail: { from: "…" } }).',
  )
}
