import { randomUUID } from 'node:crypto'
import { hiddenValues } from '../../base/log/hidden-values.ts'
import type { Refused, Unsent } from '../../base/support/refused.ts'
import type { Duration } from '../../base/support/duration.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import type { Disk } from '../../stores/storage/disk.ts'
import type { KnownMail, MailArguments, MailName } from '../../pages/mails/registered-mails.ts'
import type { AnyText } from '../../pages/pages/page.ts'
import { toAddress, type Address, type NamedAddress } from '../../work/smtp/address.ts'
import {
  findShownNames,
  type Attachment,
  type MailMessage,
  type StoredAttachment,
} from '../../work/smtp/mail-message.ts'
import { deliverMailJob, type MailDelivery } from '../../work/smtp/send-mail-job.ts'
import { unsubscribeError, type Unsubscribe } from '../../work/smtp/unsubscribe/unsubscribe.ts'
import { assertAppointment, toInvitation, type Appointment } from './invitation.ts'
import { fromComponent, type WriteContent } from './mail-content.ts'
import { currentMailer, type Mailer } from './mailer.ts'

/**
 * Begins a mail: `await mail('Invoice', { order }).to(user.email).send()`.
 *
 * The name is the name of a component in `resources/mails`. The compiler checks the props against the component's own,
 * in their wire form, as for a page.
 */
export function mail<Name extends MailName | AnyText>(
  name: KnownMail<Name>,
  ...props: MailArguments<Name>
): MailDraft {
  return MailDraft.begin(name, fromComponent(props[0] ?? {}))
}

/** A mail that is not sent yet. Every method returns a new one and leaves this one unchanged. */
export class MailDraft implements Unsent<string> {
  /** Makes the compiler refuse it in `json()`; the property does not exist at run time. */
  declare readonly '~unsent': 'This mail was not sent: add .send()'
  readonly #parts: MailParts

  /** Begins a mail that nobody gets yet. */
  static begin(name: string, write: WriteContent): MailDraft {
    return new MailDraft({ name, write, ...noParts })
  }

  constructor(parts: MailParts) {
    this.#parts = parts
  }

  /** Adds recipients. Throws `E_MAIL_ADDRESS` unless each text is one address. */
  to(...addresses: readonly (string | Address)[]): MailDraft {
    return this.#with({ to: [...this.#parts.to, ...addresses.map(toAddress)] })
  }

  /** Adds recipients of a copy. */
  cc(...addresses: readonly (string | Address)[]): MailDraft {
    return this.#with({ cc: [...this.#parts.cc, ...addresses.map(toAddress)] })
  }

  /** Adds recipients of a copy whom the other recipients do not see. */
  bcc(...addresses: readonly (string | Address)[]): MailDraft {
    return this.#with({ bcc: [...this.#parts.bcc, ...addresses.map(toAddress)] })
  }

  /** Sets the addresses that get the answers. Default: the sender. */
  replyTo(...addresses: readonly (string | Address)[]): MailDraft {
    return this.#with({ replyTo: addresses.map(toAddress) })
  }

  /** Sets the sender. Default: the sender in `application({ mail })`. */
  from(address: string | Address): MailDraft {
    return this.#with({ from: toAddress(address) })
  }

  /** Sets the subject. Default: the component's export or prop `subject`, or that of `textMail()`. */
  subject(subject: string): MailDraft {
    return this.#with({ subject })
  }

  /**
   * Adds a file: bytes, text, or a file of a disk, which is read when the mail is sent. The extension of the name
   * decides the type, unless you pass `type`. `<img src="cid:logo.png">` in the component shows the file with this
   * name.
   */
  attach(
    name: string,
    content: Uint8Array | string | FileOfDisk,
    { type }: { readonly type?: string } = {},
  ): MailDraft {
    const named = { name, ...(type === undefined ? {} : { type }) }
    if (typeof content !== 'string' && 'key' in content) {
      const { disk, key } = content
      return this.#with({ stored: [...this.#parts.stored, { ...named, disk, key }] })
    }
    const base64 = Buffer.from(content).toString('base64')
    return this.#with({ attachments: [...this.#parts.attachments, { ...named, content: base64 }] })
  }

  /**
   * Invites the recipients to an appointment, which mail programs offer to accept or decline. Needs the package
   * `ical-generator`. Throws `E_MAIL_INVITATION` for a malformed appointment.
   */
  invite(appointment: Appointment): MailDraft {
    assertAppointment(appointment)
    return this.#with({ appointment })
  }

  /**
   * Adds the headers with which mail programs show a button to unsubscribe (RFC 8058). Such a mail has one recipient.
   * The input says whom the link unsubscribes.
   */
  unsubscribe<Input>(link: Unsubscribe<Input>, input: Input): MailDraft {
    const toPath = () => link.path(input)
    return this.#with({ unsubscribe: { name: link.name, toPath } })
  }

  /** Sends the mail after this time. It is rendered now. */
  in(duration: Duration): MailDraft {
    return this.#with({ delivery: this.#parts.delivery.in(duration) })
  }

  /** Sends the mail at this time, or at once if the time has passed. Throws `E_JOB_OPTION` for an invalid date. */
  at(date: Date): MailDraft {
    return this.#with({ delivery: this.#parts.delivery.at(date) })
  }

  /** Sets the queue in which the mail waits. Default: `mail`. */
  queue(queue: string): MailDraft {
    return this.#with({ delivery: this.#parts.delivery.queue(queue) })
  }

  /** Sets a header of your own, such as `list-unsubscribe`. Throws `E_MAIL_HEADER` if it cannot be sent. */
  header(name: string, value: string): MailDraft {
    assertMailHeader(name, value)
    return this.#with({ headers: { ...this.#parts.headers, [name]: value } })
  }

  /**
   * Renders the mail and queues it, with a job for each recipient. A worker sends it as soon as it can. Inside a
   * transaction, it is sent only if the transaction commits.
   *
   * Throws what the component throws, `E_NO_MAIL`, `E_MAIL_RENDERER`, `E_MAIL_UNKNOWN`, `E_MAIL_SUBJECT`,
   * `E_MAIL_RECIPIENT`, `E_MAIL_FILE`, `E_MAIL_SIZE`, `E_MAIL_UNSUBSCRIBE`, `E_MAIL_STYLES` and `E_MAIL_CALENDAR`.
   */
  async send(): Promise<void> {
    const mailer = currentMailer()
    const { name, write, subject: given, from = toAddress(mailer.from), ...parts } = this.#parts
    const { delivery, unsubscribe, appointment, stored, headers, ...rest } = parts
    assertRecipients(this.#parts)
    const link = unsubscribe && (await toLink(this.#parts, unsubscribe, mailer))
    const files = await findStored(name, stored)
    assertSize(this.#parts, files.bytes)
    const { props, ...written } = await write(name, mailer)
    assertPictures(this.#parts, written.html)

    const message: MailMessage = {
      ...rest,
      id: toMessageId(from),
      mail: name,
      from,
      ...written,
      subject: toSubject(name, given ?? written.subject),
      headers: { ...headers, ...link },
      ...(stored.length === 0 ? {} : { stored: files.named }),
      ...(appointment && { invitation: await toInvitation(appointment, { ...rest, from }) }),
    }
    if (hiddenValues.isFollowed) hiddenValues.check(JSON.stringify(message), `The mail "${name}"`)
    await mailer.deliver(message, { props, delivery })
  }

  /** Throws `E_MAIL_UNSENT`, because a handler has returned the mail instead of sending it. */
  toJSON(): Refused<MailDraft['~unsent']> {
    throw new SetupError(
      'E_MAIL_UNSENT',
      `The mail "${this.#parts.name}" was returned or written as JSON, but not sent. Add .send(), and await it.`,
    )
  }

  #with(change: Partial<MailParts>): MailDraft {
    return new MailDraft({ ...this.#parts, ...change })
  }
}

/** A file of a disk, for an attachment. */
export interface FileOfDisk {
  readonly disk: Pick<Disk, 'name' | 'find'>
  readonly key: string
}

type Recipients = Pick<MailMessage, 'to' | 'cc' | 'bcc' | 'replyTo'>

interface MailParts extends Recipients {
  readonly name: string
  readonly write: WriteContent
  readonly from?: NamedAddress
  readonly subject?: string
  readonly headers: Readonly<Record<string, string>>
  readonly attachments: readonly Attachment[]
  readonly stored: readonly (FileOfDisk & Omit<Attachment, 'content'>)[]
  readonly appointment?: Appointment
  readonly unsubscribe?: UnsubscribeLink
  readonly delivery: MailDelivery
}

interface UnsubscribeLink {
  readonly name: string
  readonly toPath: () => Promise<string>
}

const noParts = {
  to: [],
  cc: [],
  bcc: [],
  replyTo: [],
  headers: {},
  attachments: [],
  stored: [],
  delivery: deliverMailJob,
}

/** The number that every server accepts (RFC 5321, 4.5.3.1.8). Each recipient has a job with the whole mail. */
const recipientLimit = 100

function assertRecipients({ name, ...recipients }: MailParts): void {
  const count = countRecipients(recipients)
  if (count === 0) {
    throw new SetupError('E_MAIL_RECIPIENT', `The mail "${name}" has no recipient. Add .to(…).`)
  }
  if (count <= recipientLimit) return
  throw new SetupError(
    'E_MAIL_RECIPIENT',
    `The mail "${name}" has ${count} recipients, and ${recipientLimit} are possible. Send a mail to each of them.`,
  )
}

function countRecipients({ to, cc, bcc }: Omit<Recipients, 'replyTo'>): number {
  return to.length + cc.length + bcc.length
}

/** The headers of RFC 8058. The link is for one recipient: anyone who has the link can unsubscribe its recipient. */
async function toLink(
  parts: MailParts,
  { name, toPath }: UnsubscribeLink,
  mailer: Mailer,
): Promise<Readonly<Record<string, string>>> {
  if (countRecipients(parts) > 1) {
    throw unsubscribeError(
      `The mail "${parts.name}" with .unsubscribe() has several recipients. Send a mail to each of them.`,
    )
  }
  if (!mailer.unsubscribe.has(name)) {
    throw unsubscribeError(
      `The mail "${parts.name}" links to unsubscribe("${name}"), which the application does not list. Add it: application({ mail: { unsubscribe: [ … ] } }).`,
    )
  }
  return {
    'List-Unsubscribe': `<${mailer.toUrl(await toPath())}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

interface StoredFiles {
  readonly named: readonly StoredAttachment[]
  readonly bytes: number
}

/** Checks that the files exist, so that a wrong key fails where the mail is written. */
async function findStored(name: string, stored: MailParts['stored']): Promise<StoredFiles> {
  const found = await Promise.all(stored.map(({ disk, key }) => disk.find(key)))
  const missing = stored[found.indexOf(null)]
  if (missing !== undefined) {
    throw new SetupError(
      'E_MAIL_FILE',
      `The mail "${name}" attaches "${missing.name}", and the disk "${missing.disk.name}" has no file with the key "${missing.key}".`,
    )
  }
  return {
    named: stored.map(({ disk, ...file }) => ({ ...file, disk: disk.name })),
    bytes: found.reduce((sum, file) => sum + (file?.sizeBytes ?? 0), 0),
  }
}

/** The size that most servers accept, in bytes, before base64 adds a third. */
const attachedBytesLimit = 20_000_000

/** How many bytes the copies of the files for all recipients may take in the database. */
const copiedBytesLimit = 100_000_000

function assertSize(parts: MailParts, storedBytes: number): void {
  const { name, attachments } = parts
  const bytes = attachments.reduce((sum, { content }) => sum + (content.length / 4) * 3, 0)
  if (bytes + storedBytes > attachedBytesLimit) {
    throw new SetupError(
      'E_MAIL_SIZE',
      `The attachments of the mail "${name}" have more than 20 MB, which few servers accept. Store them and send a link.`,
    )
  }
  const count = countRecipients(parts)
  if (bytes * count <= copiedBytesLimit) return
  throw new SetupError(
    'E_MAIL_SIZE',
    `The attachments of the mail "${name}" for ${count} recipients have more than 100 MB together. Store them on a disk and attach them by key: .attach(name, { disk, key }).`,
  )
}

/** Checks that every shown picture is attached. Otherwise only the recipients would notice. */
function assertPictures({ name, attachments, stored }: MailParts, html?: string): void {
  const attached = new Set([...attachments, ...stored].map((file) => file.name))
  const missing = [...findShownNames(html)].find((shown) => !attached.has(shown))
  if (missing === undefined) return
  throw new SetupError(
    'E_MAIL_FILE',
    `The mail "${name}" shows "cid:${missing}", and has no such attachment. Add .attach('${missing}', …).`,
  )
}

function toSubject(name: string, subject: string | undefined): string {
  const line = subject?.replaceAll(/\s+/g, ' ').trim() ?? ''
  if (line !== '') return line
  throw new SetupError(
    'E_MAIL_SUBJECT',
    `The mail "${name}" has no subject. Export one from its component (export const subject = …), or add .subject(…).`,
  )
}

/** RFC 5322, section 3.6.4: the id is unique, under the sender's own domain. */
function toMessageId({ address }: Address): string {
  return `<${randomUUID()}${address.slice(address.lastIndexOf('@'))}>`
}

/** Refuses malformed headers, and those of addresses and subject, because their own methods check the values. */
function assertMailHeader(name: string, value: string): void {
  const isOwn =
    /^(?:from|to|cc|bcc|sender|reply-to|subject|date|message-id|mime-version|content-.*)$/i
  const canBeSent = /^[A-Za-z][A-Za-z0-9-]*$/.test(name) && !/\p{Cc}/u.test(value)
  if (canBeSent && !isOwn.test(name)) return
  throw new SetupError(
    'E_MAIL_HEADER',
    `The header "${name.slice(0, 80)}" of a mail cannot be set. Use letters and dashes, a value on one line, and the methods of mail() for addresses and subject.`,
  )
}
