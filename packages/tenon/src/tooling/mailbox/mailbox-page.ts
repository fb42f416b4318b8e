import { toOwnUrl } from '../../web/routing/url.ts'
import { toHtmlText } from '../../pages/assets/escape.ts'
import { emptyIcon } from '../../pages/assets/icon.ts'
import type { NamedAddress } from '../../work/smtp/address.ts'
import type { Attachment, MailMessage, StoredAttachment } from '../../work/smtp/mail-message.ts'
import type { KeptMail } from './kept-mail.ts'
import { mailboxStyles } from './mailbox-styles.ts'

/** The contents of the mailbox page. */
export interface MailboxView {
  /** The mails and component names that match the search. */
  readonly mails: readonly KeptMail[]
  readonly names: readonly string[]
  readonly search: string
  /** The key of the newest mail, regardless of the search. */
  readonly newest: string
  readonly mail: KeptMail | undefined
  /** `html`, `narrow`, `text` or `source`. */
  readonly view: string
  /** The mail as it would be sent, for the view `source`. */
  readonly source: string
  readonly nonce: string
}

/** The key of a component with its sample. No mail has this key. */
export const previewKey = 'preview'

export type MailFile = Attachment | StoredAttachment

/** The files of a mail, in the order of their numbers in URLs. */
export function toFiles({
  attachments,
  stored = [],
  invitation,
}: MailMessage): readonly MailFile[] {
  if (invitation === undefined) return [...attachments, ...stored]
  const content = Buffer.from(invitation.calendar).toString('base64')
  return [...attachments, ...stored, { name: 'invite.ics', type: 'text/calendar', content }]
}

/** Allows the page to run its own script and to frame its own mails. */
export function mailboxPolicy(nonce: string): string {
  return `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; frame-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`
}

/** Lets a mail only load pictures, styles and fonts, and open links in new tabs, because its markup is not ours. */
export const framedPolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src * data:; style-src 'unsafe-inline' https:; font-src https: data:; frame-ancestors 'self'"

/** The mail's own document. Its links open outside the frame. */
export function toFramedMail(html: string): string {
  const base = '<base target="_blank">'
  return /<head[^>]*>/i.test(html)
    ? html.replace(/<head[^>]*>/i, (head) => head + base)
    : base + html
}

export function toMailboxPage(view: MailboxView): string {
  const { mails, mail, nonce, newest } = view
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
<header><h1><a href="${toOwnUrl('/_app/mail')}">Mailbox</a></h1>${toClearButton(newest)}</header>
${toSearch(view)}
${mails.length === 0 ? toEmptyList(view) : `<ol>${mails.map((each) => toItem(each, view)).join('')}</ol>`}
${toComponents(view)}
</nav>
<main>${mail === undefined ? toHint(newest) : toMail(mail, view)}</main>
<script nonce="${nonce}">${toScript(newest)}</script>
</body>
</html>`
}

function toClearButton(newest: string): string {
  return newest === ''
    ? ''
    : `<form method="post" action="${toOwnUrl('/_app/mail/clear')}"><button>Clear</button></form>`
}

function toSearch({ search }: MailboxView): string {
  return `<form class="search"><input type="search" name="q" value="${toHtmlText(search)}" placeholder="Search" aria-label="Search mails"></form>`
}

function toEmptyList({ newest }: MailboxView): string {
  return `<p class="empty">${newest === '' ? 'No mail yet' : 'No mail has these words'}</p>`
}

function toHint(newest: string): string {
  return newest === ''
    ? '<p class="hint">Mails that your application sends appear here. None leaves this machine.</p>'
    : '<p class="hint">Choose a mail.</p>'
}

function toItem({ key, message, at }: KeptMail, { mail: open, search }: MailboxView): string {
  const current = key === open?.key ? ' aria-current="page"' : ''
  return `<li><a href="${toHtmlText(toPath({ key, message }, { q: search }))}"${current}>
<span class="who">${toHtmlText(message.to.map(toShortName).join(', '))}</span>
<time datetime="${at.toISOString()}">${toTime(at)}</time>
<span class="subject">${toHtmlText(message.subject)}</span>
</a></li>`
}

/** Lists the components, which you can look at without sending a mail. */
function toComponents({ names, search, mail: open }: MailboxView): string {
  if (names.length === 0) return ''
  const items = names.map((name) => {
    const current = open?.key === previewKey && open.message.mail === name
    const query = new URLSearchParams({ name, ...(search === '' ? {} : { q: search }) }).toString()
    const path = toHtmlText(toOwnUrl(`/_app/mail/${previewKey}?${query}`))
    return `<li><a href="${path}"${current ? ' aria-current="page"' : ''}>${toHtmlText(name)}</a></li>`
  })
  return `<h2 class="components">Components</h2><ol>${items.join('')}</ol>`
}

/** The path of a mail or of one of its parts. For a component, the query has its name. */
function toPath(
  { key, message }: MailWithKey,
  query: Readonly<Record<string, string>>,
  part = '',
): string {
  const named = key === previewKey ? { name: message.mail, ...query } : query
  const given = Object.entries(named).filter(([, value]) => value !== '')
  const text = new URLSearchParams(given).toString()
  return toOwnUrl(`/_app/mail/${key}${part}${text === '' ? '' : `?${text}`}`)
}

function toMail(mail: KeptMail, view: MailboxView): string {
  const { message } = mail
  return `<header class="mail">
<a class="back" href="${toOwnUrl('/_app/mail')}">All mails</a>
<h2>${toHtmlText(message.subject)}</h2>
<dl>${toFields(mail).join('')}</dl>
${toAttachments(mail)}
<div class="tabs" role="group" aria-label="View">${toTabs(mail, view)}</div>
</header>
${toBody(mail, view)}`
}

function toFields({ message, at }: KeptMail): readonly string[] {
  const fields: readonly (readonly [string, readonly NamedAddress[]])[] = [
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
    isPlain(message)
      ? toField('Name', message.mail)
      : toField('Component', `resources/mails/${message.mail}`),
    ...Object.entries(message.headers).map(([name, value]) => toField(name, value)),
  ]
}

function toField(name: string, value: string): string {
  return `<div><dt>${toHtmlText(name)}</dt><dd>${toHtmlText(value)}</dd></div>`
}

function toAttachments(mail: MailWithKey): string {
  const files = toFiles(mail.message)
  if (files.length === 0) return ''
  const items = files.map((file, i) => {
    const path = toHtmlText(toPath(mail, {}, `/attachments/${i}`))
    return `<li><a href="${path}">${toHtmlText(file.name)}</a> ${toSize(file)}</li>`
  })
  return `<ul class="attachments">${items.join('')}</ul>`
}

interface MailWithKey {
  readonly key: string
  readonly message: MailMessage
}

const views = { html: 'HTML', narrow: 'Narrow', text: 'Text', source: 'Source' }

const plainViews = { text: views.text, source: views.source }

/** Whether a mail has no HTML, as those of `textMail()`. */
function isPlain({ html }: MailMessage): boolean {
  return html === undefined
}

function toTabs(mail: KeptMail, { view: shown, search }: MailboxView): string {
  const isText = isPlain(mail.message)
  const current = isText && shown !== 'source' ? 'text' : shown
  return Object.entries(isText ? plainViews : views)
    .map(([view, label]) => {
      const mark = view === current ? ' aria-current="true"' : ''
      return `<a href="${toHtmlText(toPath(mail, { view, q: search }))}"${mark}>${label}</a>`
    })
    .join('')
}

function toBody(mail: KeptMail, { view, source }: MailboxView): string {
  const { message } = mail
  if (view === 'source') return `<pre>${toHtmlText(source)}</pre>`
  if (view === 'text' || isPlain(message)) return `<pre>${toHtmlText(message.text)}</pre>`
  const width = view === 'narrow' ? ' class="narrow"' : ''
  return `<iframe${width} title="The mail" src="${toHtmlText(toPath(mail, {}, '/html'))}" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`
}

/** Reloads the page when there is a new mail. The open mail stays open. */
function toScript(newest: string): string {
  return `const shown = ${JSON.stringify(newest)}
setInterval(async () => {
  const response = await fetch('${toOwnUrl('/_app/mail/newest')}').catch(() => undefined)
  if (response?.ok && (await response.json()).key !== shown) location.reload()
}, 2000)`
}

function toShortName({ name, address }: NamedAddress): string {
  return name === undefined || name === '' ? address : name
}

function toLongName({ name, address }: NamedAddress): string {
  return name === undefined || name === '' ? address : `${name} <${address}>`
}

function toTime(at: Date): string {
  return at.toTimeString().slice(0, 5)
}

function toSize(file: MailFile): string {
  if (!('content' in file)) return `on the disk ${toHtmlText(file.disk)}`
  const { content } = file
  const bytes = Math.floor((content.length / 4) * 3)
  return bytes < 1000 ? `${bytes} bytes` : `${Math.round(bytes / 1000)} kB`
}
