import type { Address } from './address.ts'

/** A finished mail: everything that is sent, and nothing that has to be looked up. */
export interface MailMessage {
  /** Lets mail programs recognise copies of one mail if it is sent twice. */
  readonly id: string
  /** The name of its component. */
  readonly mail: string
  readonly from: Required<Address>
  readonly to: readonly Required<Address>[]
  readonly cc: readonly Required<Address>[]
  readonly bcc: readonly Required<Address>[]
  readonly replyTo: readonly Required<Address>[]
  readonly subject: string
  /** `<img src="cid:logo.png">` shows the attachment with that name. */
  readonly html: string
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
  readonly attachments: readonly Attachment[]
  /** Files of disks, which a worker reads when it sends the mail. A transport finds them among `attachments`. */
  readonly stored?: readonly StoredAttachment[]
  /** An appointment, which mail programs offer to accept or to decline. */
  readonly invitation?: Invitation
}

/** A file that comes with a mail. */
export interface Attachment {
  readonly name: string
  /** Its media type; by default, that of the name's extension. */
  readonly type?: string
  /** The bytes, in base64. */
  readonly content: string
}

/** A file of a disk that comes with a mail. */
export interface StoredAttachment extends Omit<Attachment, 'content'> {
  /** The name of the disk. */
  readonly disk: string
  readonly key: string
}

/** An appointment as it is sent: a calendar (RFC 5545) and what it asks for (RFC 5546). */
export interface Invitation {
  readonly method: 'REQUEST' | 'CANCEL'
  readonly calendar: string
}

/** Finds the names of the attachments that the HTML of a mail shows. */
export function findShownNames(html: string): ReadonlySet<string> {
  return new Set([...html.matchAll(shown)].map(([, , name = '']) => toName(name)))
}

/** Gives the attachments that the HTML of a mail shows other URLs; those without one stay. */
export function replaceShown(html: string, toUrl: (name: string) => string | undefined): string {
  return html.replaceAll(shown, (written, before: string, name: string) => {
    const url = toUrl(toName(name))
    return url === undefined ? written : before + url
  })
}

const shown = /(["'(])cid:([^"')\s]+)/g

function toName(written: string): string {
  try {
    return decodeURIComponent(written)
  } catch {
    return written // a "%" that begins no escape
  }
}
