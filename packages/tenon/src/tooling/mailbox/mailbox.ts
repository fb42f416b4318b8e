import { randomUUID } from 'node:crypto'
import { findMailNames, previewMail } from '../../application/mail/preview-mail.ts'
import { isCrossOrigin } from '../../application/kernel/origins/cross-origin.ts'
import { Forbidden, NotFound } from '../../base/support/http-error.ts'
import { afterCommit } from '../../data/database/current-database.ts'
import { toMailSource } from '../../work/smtp/mail-options.ts'
import {
  findShownNames,
  replaceShown,
  type Attachment,
  type MailMessage,
} from '../../work/smtp/mail-message.ts'
import { readStored } from '../../work/smtp/send-mail-job.ts'
import { toAttachment } from '../../web/http/file.ts'
import { html as toReply, json, stream, text } from '../../web/http/replies.ts'
import { redirect } from '../../web/http/redirect.ts'
import type { Reply } from '../../web/http/reply.ts'
import type { HttpRequest } from '../../web/http/request.ts'
import type { KeptMail } from './kept-mail.ts'
import {
  framedPolicy,
  mailboxPolicy,
  previewKey,
  toFiles,
  toFramedMail,
  toMailboxPage,
  type MailFile,
} from './mailbox-page.ts'

/** The path of the mailbox. */
export const mailboxPath = '/_app/mail'

const keptMails = 200

/** The mails of an application in development. They are kept to look at, and are not sent. */
export class Mailbox {
  #kept: readonly KeptMail[] = []
  #tell: (mail: KeptMail) => void = () => {}

  /** The mails, newest first. */
  get mails(): readonly KeptMail[] {
    return this.#kept
  }

  /** Keeps a mail once its transaction has committed. Beyond 200 mails, it removes the oldest. */
  deliver(message: MailMessage): Promise<void> {
    return afterCommit(() => {
      const mail = { key: randomUUID(), message, at: new Date() }
      this.#kept = [mail, ...this.#kept].slice(0, keptMails)
      this.#tell(mail)
    })
  }

  /** Calls a function with each mail that the mailbox keeps from now on. */
  follow(tell: (mail: KeptMail) => void): void {
    this.#tell = tell
  }

  /** Answers the paths of the mailbox. */
  async answer(request: HttpRequest): Promise<Reply> {
    const [key, ...rest] = request.path().slice(mailboxPath.length).split('/').slice(1)
    const [part, index] = rest
    if (request.method === 'POST' && key === 'clear') return this.#clear(request)
    if (key === 'newest') return json({ key: this.#kept[0]?.key ?? '' })

    const mail = await this.#find(key, request)
    if (key !== undefined && key !== '' && mail === undefined) return redirect(mailboxPath)
    if (mail === undefined || part === undefined) return this.#show(mail, request)
    return answerPart(mail, { part, index: Number(index) })
  }

  /** Finds a kept mail, or renders a component with its sample: `/_app/mail/preview/html?name=Invoice`. */
  async #find(key: string | undefined, { query }: HttpRequest): Promise<KeptMail | undefined> {
    if (key !== previewKey) return this.#kept.find((each) => each.key === key)
    const message = await previewMail(query.get('name') ?? '')
    return message && { key: previewKey, message, at: new Date() }
  }

  /** Removes all mails. A page of another site must not do that. */
  #clear(request: HttpRequest): Reply {
    if (isCrossOrigin(request)) throw new Forbidden()
    this.#kept = []
    return redirect(mailboxPath)
  }

  async #show(mail: KeptMail | undefined, request: HttpRequest): Promise<Reply> {
    const view = request.query.get('view') ?? 'html'
    const nonce = randomUUID()
    const source = mail && view === 'source' ? await toSource(mail.message) : ''
    const search = request.query.get('q') ?? ''
    const newest = this.#kept[0]?.key ?? ''
    const mails = this.#kept.filter(({ message }) => includes(toSearched(message), search))
    const names = (await findMailNames()).filter((name) => includes(name, search))
    const page = toMailboxPage({ mails, names, search, newest, mail, view, source, nonce })
    return toReply(page)
      .header('content-security-policy', mailboxPolicy(nonce))
      .header('cache-control', 'no-store')
  }
}

function toSearched({ mail, subject, to, cc, bcc, text }: MailMessage): string {
  const recipients = [...to, ...cc, ...bcc].map(({ name, address }) => `${name} ${address}`)
  return [mail, subject, ...recipients, text].join('\n')
}

/** Whether a text contains all the words, ignoring case. */
function includes(text: string, words: string): boolean {
  const folded = text.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => folded.includes(word))
}

interface MailPart {
  readonly part: string
  readonly index: number
}

async function answerPart({ message }: KeptMail, { part, index }: MailPart): Promise<Reply> {
  if (part === 'html') {
    const html = await showPictures(message, message.html ?? '')
    return toReply(toFramedMail(html)).header('content-security-policy', framedPolicy)
  }
  if (part === 'source') return text(await toSource(message))
  const attachment = toFiles(message)[index]
  if (part !== 'attachments' || attachment === undefined) throw new NotFound()
  const bytes = new Blob([Buffer.from(await contentOf(attachment), 'base64')]).stream()
  return stream(bytes).header('content-disposition', toAttachment(attachment.name))
}

/** Embeds the pictures into the mail, because its frame cannot load them. */
async function showPictures(message: MailMessage, html: string): Promise<string> {
  const pictures = new Map<string, string>()
  const shown = findShownNames(html)
  for (const file of toFiles(message).filter(({ name }) => shown.has(name))) {
    const type = file.type ?? toPictureType(file.name)
    pictures.set(file.name, `data:${type};base64,${await contentOf(file)}`)
  }
  return replaceShown(html, (name) => pictures.get(name))
}

function toPictureType(name: string): string {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return extension === 'svg' ? 'image/svg+xml' : `image/${extension.replace(/[^a-z]/g, '')}`
}

async function contentOf(file: MailFile): Promise<string> {
  if ('content' in file) return file.content
  return (await readStored([file]))[0]?.content ?? ''
}

async function toSource(message: MailMessage): Promise<string> {
  const stored = await readStored(message.stored ?? [])
  const attachments: readonly Attachment[] = [...message.attachments, ...stored]
  return toMailSource({ ...message, attachments })
}
