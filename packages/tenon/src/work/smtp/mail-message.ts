import type { Address } from './address.ts'

/** A finished mail: everything that is sent, and nothing that has to be looked up. */
export interface MailMessage {
  /** Makes the copies of one mail known as one, should it be sent twice. */
  readonly id: string
  /** The name of its component. */
  readonly mail: string
  readonly from: Required<Address>
  readonly to: readonly Required<Address>[]
  readonly cc: readonly Required<Address>[]
  readonly bcc: readonly Required<Address>[]
  readonly replyTo: readonly Required<Address>[]
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
  readonly attachments: readonly Attachment[]
}

/** A file that comes with a mail. */
export interface Attachment {
  readonly name: string
  /** Its media type; by default, that of the name's extension. */
  readonly type?: string
  /** The bytes, in base64. */
  readonly content: string
}
