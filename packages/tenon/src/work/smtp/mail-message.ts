import type { NamedAddress } from './address.ts'

/** A finished mail: it contains everything to send. */
export interface MailMessage {
  /** Lets mail programs recognise copies of one mail if it is sent twice. */
  readonly id: string
  /** The name of its component, or the name in `textMail()`. */
  readonly mail: string
  readonly from: NamedAddress
  readonly to: readonly NamedAddress[]
  readonly cc: readonly NamedAddress[]
  readonly bcc: readonly NamedAddress[]
  readonly replyTo: readonly NamedAddress[]
  readonly subject: string
  /** `<img src="cid:logo.png">` shows the attachment with that name. Absent from a mail in plain text. */
  readonly html?: string
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
  readonly attachments: readonly Attachment[]
  /** Files on disks. A worker reads them when it sends the mail, and passes them to the transport in `attachments`. */
  readonly stored?: readonly StoredAttachment[]
  /** An appointment that mail programs offer to accept or decline. */
  readonly invitation?: Invitation
}

/** A file attached to a mail. */
export interface Attachment {
  readonly name: string
  /** Its media type. Default: the type of the name's extension. */
  readonly type?: string
  /** The bytes, in base64. */
  readonly content: string
}

/** A file on a disk that is attached to a mail. */
export interface StoredAttachment extends Omit<Attachment, 'content'> {
  /** The name of the disk. */
  readonly disk: string
  readonly key: string
}

/** An appointment: a calendar (RFC 5545) and its method (RFC 5546). */
export interface Invitation {
  readonly method: 'REQUEST' | 'CANCEL'
  readonly calendar: string
}

/** Finds the names of the attachments that the HTML of a mail displays. */
export function findShownNames(html = ''): ReadonlySet<string> {
  return new Set([...html.matchAll(shown)].map(([, , name = '']) => toName(name)))
}

/** Replaces the `cid:` URLs of displayed attachments. If `toUrl` returns `undefined`, the URL stays. */
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
    return written // The "%" does not start an escape.
  }
}
