import type { TestMailServer } from '../../tenon/test/mail/smtp-server.ts'

/** A mail that an application has sent. */
export interface SentMail {
  readonly subject: string
  readonly text: string
}

/** Reads the mails to an address in the mailbox of development. */
export async function readMailbox(origin: string, address: string): Promise<readonly SentMail[]> {
  const mails: SentMail[] = []
  const list = await getText(`${origin}/_app/mail`)
  for (const [, key] of list.matchAll(/\/_app\/mail\/([0-9a-f-]{36})"/g)) {
    const source = await getText(`${origin}/_app/mail/${key}/source`)
    if (!source.includes(`To: ${address}`)) continue
    const text = await getText(`${origin}/_app/mail/${key}?view=text`)
    mails.push({ subject: toSubject(source), text: unescape(text) })
  }
  return mails
}

/** Reads the mails to an address that a mail server has taken over. */
export function readReceived({ received }: TestMailServer, address: string): readonly SentMail[] {
  return received
    .filter(({ recipients }) => recipients.includes(address))
    .map(({ source }) => ({ subject: toSubject(source), text: toText(source) }))
}

function toSubject(source: string): string {
  return /^Subject: (.*)/m.exec(source)?.[1] ?? ''
}

/** Undoes quoted-printable, as far as ASCII goes. */
export function toText(source: string): string {
  return source.replaceAll('=\r\n', '').replaceAll('=3D', '=')
}

/** Undoes what HTML escapes around and inside of a link. */
function unescape(html: string): string {
  return html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

async function getText(url: string): Promise<string> {
  const response = await fetch(url)
  return response.text()
}
