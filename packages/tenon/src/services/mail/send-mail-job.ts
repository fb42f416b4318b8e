import type { StandardSchemaV1 } from '@standard-schema/spec'
import { linePlaces } from '../../base/log/line-places.ts'
import { Ambient } from '../../base/support/ambient.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { job } from '../jobs/job.ts'
import type { Address } from './address.ts'
import type { MailMessage } from './mail-message.ts'
import { createTransport, type Transport } from './transport.ts'

/** The mail server of the running application. */
export const mailServers = new Ambient<MailServerLink>()

/** The mail server that a URL names; connected to with the first mail. */
export class MailServerLink {
  readonly #url: string
  #transport: Promise<Transport> | undefined

  constructor(url: string) {
    this.#url = url
  }

  transport(): Promise<Transport> {
    return (this.#transport ??= createTransport(this.#url))
  }
}

/** A mail that waits to be sent. */
export interface QueuedMail extends MailMessage {
  /** The one recipient who gets it; the others have it already. Absent: all of them. */
  readonly onlyTo?: string
}

/** The mail is written by `mail()` only; a later version reads what an earlier one has queued. */
const message: StandardSchemaV1<QueuedMail, QueuedMail> = {
  '~standard': {
    version: 1,
    vendor: 'tenon',
    validate: (value) =>
      isMessage(value) ? { value } : { issues: [{ message: 'It is not a mail.' }] },
  },
}

function isMessage(value: unknown): value is QueuedMail {
  return typeof value === 'object' && value !== null && 'id' in value && 'subject' in value
}

/**
 * Sends a mail. A server that is away or says "later" is asked again for about a day, at most an hour apart.
 * Then, and after a final refusal, the job is kept until you run `jobs:retry` or `jobs:forget`.
 *
 * If the server takes the mail for some recipients only, each of the others gets a job of their own, so that
 * nobody gets the mail twice because somebody else has to be asked again.
 */
export const sendMailJob = job('mail:send', message, async (mail, run) => {
  if (mail.onlyTo !== undefined || toRecipients(mail).length === 1) {
    await (await currentTransport()).send(mail, mail.onlyTo)
    return
  }
  // A step, so that a mail that some have got is not sent to them again if this process dies before the next line.
  const refused = await run.step('send', async () => (await currentTransport()).send(mail))
  if (refused.length === 0) return
  await sendToOne.dispatchAll(refused.map((onlyTo) => ({ ...mail, onlyTo })))
  linePlaces.current?.log.warn('The mail server refused some recipients of a mail', {
    mail: mail.mail,
    messageId: mail.id,
    refused: refused.length,
  })
})
  .queue('mail')
  .attempts(30)
  .backoff('10s', { max: '1h' })
  .timeout('3m')

const sendToOne = sendMailJob.in('10s').unique(({ id, onlyTo }) => `${id} ${onlyTo}`)

function toRecipients({ to, cc, bcc }: MailMessage): readonly Address[] {
  return [...to, ...cc, ...bcc]
}

function currentTransport(): Promise<Transport> {
  const server = mailServers.get()
  if (server !== undefined) return server.transport()
  throw new SetupError('E_MAIL_URL', 'MAIL_URL is not set where this worker runs. Set it.')
}
