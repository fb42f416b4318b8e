import { randomUUID } from 'node:crypto'
import type { Refused, Unsent } from '../../base/support/refused.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import type { KnownMail, MailArguments, MailName } from '../../pages/mails/registered-mails.ts'
import type { AnyText } from '../../pages/pages/page.ts'
import { toAddress, type Address } from '../../work/smtp/address.ts'
import type { Attachment, MailMessage } from '../../work/smtp/mail-message.ts'
import { composeMail } from './compose-mail.ts'
import { currentMailOffice } from './mail-office.ts'
import { settleProps } from './settle-props.ts'

/**
 * Begins a mail: `await mail('Invoice', { order }).to(user.email).send()`.
 *
 * The name is that of a component in `resources/mails`, and the props are checked against its own, in their
 * wire form, as those of a page.
 */
export function mail<Name extends MailName | AnyText>(
  name: KnownMail<Name>,
  ...props: MailArguments<Name>
): MailDraft {
  return new MailDraft({ name, props: props[0] ?? {}, ...noParts })
}

/** A mail that was not sent yet; every method returns a new one and leaves this one unchanged. */
export class MailDraft implements Unsent<string> {
  /** Makes the compiler refuse it in `json()`; the property does not exist at run time. */
  declare readonly '~unsent': 'This mail was not sent: add .send()'
  readonly #parts: MailParts

  constructor(parts: MailParts) {
    this.#parts = parts
  }

  /** Adds recipients. Throws `E_MAIL_ADDRESS` for anything but one address each. */
  to(...addresses: readonly (string | Address)[]): MailDraft {
    return this.#with({ to: [...this.#parts.to, ...addresses.map(toAddress)] })
  }

  /** Adds recipients of a copy. */
  cc(...addresses: readonly (string | Address)[]): MailDraft {
    return this.#with({ cc: [...this.#parts.cc, ...addresses.map(toAddress)] })
  }

  /** Adds recipients of a copy that the others do not see. */
  bcc(...addresses: readonly (string | Address)[]): MailDraft {
    return this.#with({ bcc: [...this.#parts.bcc, ...addresses.map(toAddress)] })
  }

  /** Sets who gets the answers. Default: the sender. */
  replyTo(...addresses: readonly (string | Address)[]): MailDraft {
    return this.#with({ replyTo: addresses.map(toAddress) })
  }

  /** Sets the sender. Default: that of `application({ mail })`. */
  from(address: string | Address): MailDraft {
    return this.#with({ from: toAddress(address) })
  }

  /** Sets the subject. Default: the component's export or prop `subject`. */
  subject(subject: string): MailDraft {
    return this.#with({ subject })
  }

  /** Adds a file. Its name's extension decides its type, unless you name one. */
  attach(
    name: string,
    content: Uint8Array | string,
    { type }: { readonly type?: string } = {},
  ): MailDraft {
    const base64 = Buffer.from(content).toString('base64')
    const attachment = { name, content: base64, ...(type === undefined ? {} : { type }) }
    return this.#with({ attachments: [...this.#parts.attachments, attachment] })
  }

  /** Sets a header of your own, such as `list-unsubscribe`. Throws `E_MAIL_HEADER` if it cannot be sent. */
  header(name: string, value: string): MailDraft {
    assertMailHeader(name, value)
    return this.#with({ headers: { ...this.#parts.headers, [name]: value } })
  }

  /**
   * Renders the mail and queues it: a worker sends it as soon as it can. Inside a transaction it is sent only if
   * that commits.
   *
   * Throws what the component throws, `E_MAIL_UNKNOWN`, `E_MAIL_SUBJECT`, `E_MAIL_RECIPIENT` and `E_MAIL_SIZE`.
   */
  async send(): Promise<void> {
    const office = currentMailOffice()
    const { name, props, subject: given, from = toAddress(office.from), ...parts } = this.#parts
    assertSendable(this.#parts)
    const propsJson = JSON.stringify(await settleProps(props))
    const rendered = await office.render(name, propsJson)
    if (rendered === undefined) throw unknownMail(name)

    const message: MailMessage = {
      ...parts,
      id: toMessageId(from),
      mail: name,
      from,
      subject: toSubject(name, given ?? rendered.subject),
      ...(await composeMail(rendered.html)),
    }
    await office.post(message, JSON.parse(propsJson))
  }

  /** Throws `E_MAIL_UNSENT`: a handler has returned the mail instead of sending it. */
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

type Recipients = Pick<MailMessage, 'to' | 'cc' | 'bcc' | 'replyTo'>

interface MailParts extends Recipients {
  readonly name: string
  readonly props: object
  readonly from?: Required<Address>
  readonly subject?: string
  readonly headers: Readonly<Record<string, string>>
  readonly attachments: readonly Attachment[]
}

const noParts = { to: [], cc: [], bcc: [], replyTo: [], headers: {}, attachments: [] }

/** What most servers accept, with the third that base64 adds. */
const attachedBytesLimit = 20_000_000

function assertSendable({ name, to, cc, bcc, attachments }: MailParts): void {
  if (to.length + cc.length + bcc.length === 0) {
    throw new SetupError('E_MAIL_RECIPIENT', `The mail "${name}" has no recipient. Add .to(…).`)
  }
  const bytes = attachments.reduce((sum, { content }) => sum + (content.length / 4) * 3, 0)
  if (bytes <= attachedBytesLimit) return
  throw new SetupError(
    'E_MAIL_SIZE',
    `The attachments of the mail "${name}" have more than 20 MB, which few servers accept. Store them and send a link.`,
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

/** RFC 5322, 3.6.4: unique, under the sender's own domain. */
function toMessageId({ address }: Address): string {
  return `<${randomUUID()}${address.slice(address.lastIndexOf('@'))}>`
}

function unknownMail(name: string): SetupError {
  return new SetupError(
    'E_MAIL_UNKNOWN',
    `There is no mail "${name}". Add its component to resources/mails, or correct the name in mail().`,
  )
}

/** Addresses and subject have methods of their own, which check them. */
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
