import { toHtmlText } from '../../pages/assets/escape.ts'
import { emptyIcon } from '../../pages/assets/icon.ts'
import type { Address } from '../../work/smtp/address.ts'
import type { Attachment, MailMessage } from '../../work/smtp/mail-message.ts'
import type { KeptMail } from './kept-mail.ts'
import { mailboxStyles } from './mailbox-styles.ts'

/** What the page of the mailbox shows. */
export interface MailboxView {
  readonly mails: readonly KeptMail[]
  readonly mail: KeptMail | undefined
  /** `html`, `narrow`, `text` or `source`. */
  readonly view: string
  /** The mail as it would be sent, for the view `source`. */
  readonly source: string
  readonly nonce: string
}

/** The page may run its own script and frame its own mails. */
export function mailboxPolicy(nonce: string): string {
  return `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; frame-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`
}

/** A mail may load pictures, open links in new tabs and nothing else: it is not our markup. */
export const framedPolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src * data:; style-src 'unsafe-inline' https:; font-src https: data:; frame-ancestors 'self'"

/** The mail's own document, whose links leave the frame. */
export function toFramedMail(html: string): string {
  const base = '<base target="_blank">'
  return /<head[^>]*>/i.test(html)
    ? html.replace(/<head[^>]*>/i, (head) => head + base)
    : base + html
}

export function toMailboxPage(view: MailboxView): string {
  const { mails, mail, nonce } = view
  const title = mail === undefined ? 'Mailbox' : mail.message.subject
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${toHtmlText(title)}</title>
${emptyIcon}
<style nonce="${nonce}">${mailboxStyles}</style>
</head>
<body${mail === undefined ? '' : ' class="open"'}>
<nav aria-label="Mails">
<header><h1><a href="/_app/mail">Mailbox</a></h1>${toClearButton(mails)}</header>
${mails.length === 0 ? emptyList : `<ol>${mails.map((each) => toItem(each, mail)).join('')}</ol>`}
</nav>
<main>${mail === undefined ? toHint(mails) : toMail(mail, view)}</main>
<script nonce="${nonce}">${toScript(mails)}</script>
</body>
</html>`
}

function toClearButton(mails: readonly KeptMail[]): string {
  return mails.length === 0
    ? ''
    : '<form method="post" action="/_app/mail/clear"><button>Clear</button></form>'
}

const emptyList = '<p class="empty">No mail yet</p>'

function toHint(mails: readonly KeptMail[]): string {
  return mails.length === 0
    ? '<p class="hint">Mails that your application sends appear here. None leaves this machine.</p>'
    : '<p class="hint">Choose a mail.</p>'
}

function toItem({ key, message, at }: KeptMail, open: KeptMail | undefined): string {
  const current = key === open?.key ? ' aria-current="page"' : ''
  return `<li><a href="/_app/mail/${key}"${current}>
<span class="who">${toHtmlText(message.to.map(toShortName).join(', '))}</span>
<time datetime="${at.toISOString()}">${toTime(at)}</time>
<span class="subject">${toHtmlText(message.subject)}</span>
</a></li>`
}

function toMail(mail: KeptMail, view: MailboxView): string {
  const { message } = mail
  return `<header class="mail">
<a class="back" href="/_app/mail">All mails</a>
<h2>${toHtmlText(message.subject)}</h2>
<dl>${toFields(mail).join('')}</dl>
${toAttachments(mail)}
<div class="tabs" role="group" aria-label="View">${toTabs(mail, view.view)}</div>
</header>
${toBody(mail, view)}`
}

function toFields({ message, at }: KeptMail): readonly string[] {
  const fields: readonly (readonly [string, readonly Address[]])[] = [
    ['From', [message.from]],
    ['To', message.to],
    ['Cc', message.cc],
    ['Bcc', message.bcc],
    ['Reply to', message.replyTo],
  ]
  return [
    ...fields
      .filter(([, addresses]) => addresses.length > 0)
      .map(([name, addresses]) => toField(name, addresses.map(toLongName).join(', '))),
    toField('Sent', `${at.toISOString().replace('T', ' ').slice(0, 19)} UTC`),
    toField('Component', `resources/mails/${message.mail}`),
    ...Object.entries(message.headers).map(([name, value]) => toField(name, value)),
  ]
}

function toField(name: string, value: string): string {
  return `<div><dt>${toHtmlText(name)}</dt><dd>${toHtmlText(value)}</dd></div>`
}

function toAttachments({ key, message: { attachments } }: MailWithKey): string {
  if (attachments.length === 0) return ''
  const items = attachments.map(
    (attachment, i) =>
      `<li><a href="/_app/mail/${key}/attachments/${i}">${toHtmlText(attachment.name)}</a> ${toSize(attachment)}</li>`,
  )
  return `<ul class="attachments">${items.join('')}</ul>`
}

interface MailWithKey {
  readonly key: string
  readonly message: MailMessage
}

const views = { html: 'HTML', narrow: 'Narrow', text: 'Text', source: 'Source' }

function toTabs({ key }: KeptMail, current: string): string {
  return Object.entries(views)
    .map(([view, label]) => {
      const mark = view === current ? ' aria-current="true"' : ''
      return `<a href="/_app/mail/${key}?view=${view}"${mark}>${label}</a>`
    })
    .join('')
}

function toBody({ key, message }: KeptMail, { view, source }: MailboxView): string {
  if (view === 'text') return `<pre>${toHtmlText(message.text)}</pre>`
  if (view === 'source') return `<pre>${toHtmlText(source)}</pre>`
  const width = view === 'narrow' ? ' class="narrow"' : ''
  return `<iframe${width} title="The mail" src="/_app/mail/${key}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`
}

/** Opens the list again when there is a new mail, without moving what is being read. */
function toScript(mails: readonly KeptMail[]): string {
  return `const shown = ${JSON.stringify(mails[0]?.key ?? '')}
setInterval(async () => {
  const response = await fetch('/_app/mail/newest').catch(() => undefined)
  if (response?.ok && (await response.json()).key !== shown) location.reload()
}, 2000)`
}

function toShortName({ name, address }: Address): string {
  return name === undefined || name === '' ? address : name
}

function toLongName({ name, address }: Address): string {
  return name === undefined || name === '' ? address : `${name} <${address}>`
}

function toTime(at: Date): string {
  return at.toTimeString().slice(0, 5)
}

function toSize({ content }: Attachment): string {
  const bytes = Math.floor((content.length / 4) * 3)
  return bytes < 1000 ? `${bytes} bytes` : `${Math.round(bytes / 1000)} kB`
}
