import { randomUUID } from 'node:crypto'
import { NotFound } from '../../base/support/http-error.ts'
import { afterCommit } from '../../data/database/current-database.ts'
import { toMailSource } from '../../work/smtp/mail-options.ts'
import type { MailMessage } from '../../work/smtp/mail-message.ts'
import { toAttachment } from '../../web/http/file.ts'
import { html, json, stream, text } from '../../web/http/replies.ts'
import { redirect } from '../../web/http/redirect.ts'
import type { Reply } from '../../web/http/reply.ts'
import type { HttpRequest } from '../../web/http/request.ts'
import type { KeptMail } from './kept-mail.ts'
import { framedPolicy, mailboxPolicy, toFramedMail, toMailboxPage } from './mailbox-page.ts'

/** Where the mailbox is. */
export const mailboxPath = '/_app/mail'

const keptMails = 200

/** The mails of an application in development: none is sent, and each can be looked at. */
export class Mailbox {
  #kept: readonly KeptMail[] = []

  /** The mails, newest first. */
  get mails(): readonly KeptMail[] {
    return this.#kept
  }

  /** Keeps a mail once its transaction has committed, and forgets the oldest beyond 200. */
  post(message: MailMessage): Promise<void> {
    return afterCommit(() => {
      const mail = { key: randomUUID(), message, at: new Date() }
      this.#kept = [mail, ...this.#kept].slice(0, keptMails)
    })
  }

  /** Answers the paths of the mailbox. */
  async answer(request: HttpRequest): Promise<Reply> {
    const [key, part, index] = request.path().slice(mailboxPath.length).split('/').slice(1)
    if (request.method === 'POST' && key === 'clear') return this.#clear()
    if (key === 'newest') return json({ key: this.#kept[0]?.key ?? '' })

    const mail = this.#kept.find((each) => each.key === key)
    if (key !== undefined && key !== '' && mail === undefined) return redirect(mailboxPath)
    if (mail === undefined || part === undefined) return this.#show(mail, request)
    return answerPart(mail, { part, index: Number(index) })
  }

  #clear(): Reply {
    this.#kept = []
    return redirect(mailboxPath)
  }

  async #show(mail: KeptMail | undefined, request: HttpRequest): Promise<Reply> {
    const view = request.query.get('view') ?? 'html'
    const nonce = randomUUID()
    const source = mail && view === 'source' ? await toMailSource(mail.message) : ''
    const page = toMailboxPage({ mails: this.#kept, mail, view, source, nonce })
    return html(page)
      .header('content-security-policy', mailboxPolicy(nonce))
      .header('cache-control', 'no-store')
  }
}

interface MailPart {
  readonly part: string
  readonly index: number
}

async function answerPart({ message }: KeptMail, { part, index }: MailPart): Promise<Reply> {
  const attachment = message.attachments[index]
  if (part === 'html') {
    return html(toFramedMail(message.html)).header('content-security-policy', framedPolicy)
  }
  if (part === 'source') return text(await toMailSource(message))
  if (part !== 'attachments' || attachment === undefined) throw new NotFound()
  const bytes = new Blob([Buffer.from(attachment.content, 'base64')]).stream()
  return stream(bytes).header('content-disposition', toAttachment(attachment.name))
}
