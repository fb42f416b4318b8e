export { mail, type FileOfDisk, type MailDraft } from './application/mail/mail.ts'
export { textMail } from './application/mail/text-mail.ts'
export type { TextContent } from './application/mail/mail-content.ts'
export type { Appointment } from './application/mail/invitation.ts'
export type { MailOptions } from './application/mail/mail-service.ts'
export type { MailArguments, MailName, MailProps } from './pages/mails/registered-mails.ts'
export { isMailAddress } from './base/support/mail-address.ts'
export type { Address, NamedAddress } from './work/smtp/address.ts'
export { bounces } from './work/smtp/bounces/bounces.ts'
export type {
  Attachment,
  Invitation,
  MailMessage,
  StoredAttachment,
} from './work/smtp/mail-message.ts'
export { suppressions, type Suppression, type SuppressionReason } from './work/smtp/suppressions.ts'
export type { MailTransport } from './work/smtp/transport.ts'
export {
  unsubscribe,
  type AnyUnsubscribe,
  type Unsubscribe,
  type UnsubscribeWithoutFunction,
} from './work/smtp/unsubscribe/unsubscribe.ts'
