import type { MailMessage } from '../../work/smtp/mail-message.ts'

/** A mail that was kept instead of being sent. */
export interface KeptMail {
  readonly key: string
  readonly message: MailMessage
  readonly at: Date
}
