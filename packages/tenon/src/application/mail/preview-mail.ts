import { SetupError } from '../../base/support/setup-error.ts'
import type { RenderedMail } from '../../pages/mails/mail-renderer.ts'
import { toAddress } from '../../work/smtp/address.ts'
import type { MailMessage } from '../../work/smtp/mail-message.ts'
import { composeMail } from './compose-mail.ts'
import { mailers, type Mailer } from './mailer.ts'
import { settleProps } from './settle-props.ts'

/** The names of the mails of the running application; empty if it has no mail. */
export async function findMailNames(): Promise<readonly string[]> {
  try {
    return (await mailers.get()?.components())?.names ?? []
  } catch (error) {
    if (error instanceof SetupError && error.code === 'E_MAIL_RENDERER') return []
    throw error
  }
}

/**
 * Renders a mail with the export `sample` of its component; `undefined` if there is no such mail. If the component
 * fails without a sample, the result explains how to write one.
 */
export async function previewMail(name: string): Promise<MailMessage | undefined> {
  const mailer = mailers.get()
  if (mailer === undefined) return undefined
  const sample = await settleProps(await (await mailer.components()).sampleOf(name))
  const rendered = await render(mailer, name, sample)
  if (rendered === undefined) return undefined
  return {
    id: '<preview@localhost>',
    mail: name,
    from: toAddress(mailer.from),
    to: [],
    cc: [],
    bcc: [],
    replyTo: [],
    subject: rendered.subject ?? name,
    ...(await composeMail(rendered.html)),
    headers: {},
    attachments: [],
  }
}

async function render(
  mailer: Mailer,
  name: string,
  sample: unknown,
): Promise<RenderedMail | undefined> {
  try {
    return await mailer.render(name, JSON.stringify(sample ?? {}))
  } catch (error) {
    if (sample !== undefined) throw error
    return { html: withoutSample, subject: `${name} needs a sample` }
  }
}

const withoutSample = `<p>This component needs props. Export some, to look at it here:</p>
<pre>export const sample = { name: 'Ada' }</pre>`
