import { Ambient } from '../../base/support/ambient.ts'
import type { MaybePromise } from '../../base/support/maybe-promise.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import type { RenderedMail } from '../../pages/mails/mail-renderer.ts'
import type { Address } from '../../work/smtp/address.ts'
import type { MailMessage } from '../../work/smtp/mail-message.ts'

/** What a running application does with the mails that its code writes. */
export interface MailOffice {
  /** The sender of mails that name none. */
  readonly from: Address
  /** Renders a mail; `undefined` if there is no such mail. */
  readonly render: (name: string, propsJson: string) => Promise<RenderedMail | undefined>
  readonly post: PostMail
}

/** Takes over a finished mail, in the current transaction. `props` are those of its component. */
export type PostMail = (message: MailMessage, props: unknown) => MaybePromise<void>

/** The mail office of the running application. */
export const mailOffices = new Ambient<MailOffice>()

/** Returns the mail office of the current call. Throws `E_NO_MAIL` if the application has none. */
export function currentMailOffice(): MailOffice {
  const office = mailOffices.get()
  if (office !== undefined) return office
  throw new SetupError(
    'E_NO_MAIL',
    'A mail was sent, but no application with mail has been started. Pass it: application({ mail: { from: "…" } }).',
  )
}
