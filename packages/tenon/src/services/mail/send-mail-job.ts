import type { StandardSchemaV1 } from '@standard-schema/spec'
import { linePlaces } from '../../base/log/line-places.ts'
import { Ambient } from '../../base/support/ambient.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { job } from '../jobs/job.ts'
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

/** The mail is written by `mail()` only; a later version reads what an earlier one has queued. */
const message: StandardSchemaV1<MailMessage, MailMessage> = {
  '~standard': {
    version: 1,
    vendor: 'tenon',
    validate: (value) =>
      isMessage(value) ? { value } : { issues: [{ message: 'It is not a mail.' }] },
  },
}

function isMessage(value: unknown): value is MailMessage {
  return typeof value === 'object' && value !== null && 'id' in value && 'subject' in value
}

/**
 * Sends a mail. A server that is away or says "later" is asked again for about a day, at most an hour apart.
 * Then, and after a final refusal, the job is kept until you run `jobs:retry` or `jobs:forget`.
 */
export const sendMailJob = job('mail:send', message, async (mail) => {
  const server = mailServers.get()
  if (server === undefined) {
    throw new SetupError('E_MAIL_URL', 'MAIL_URL is not set where this worker runs. Set it.')
  }
  const transport = await server.transport()
  const rejected = await transport.send(mail)
  if (rejected.length === 0) return
  linePlaces.current?.log.warn('The mail server refused some recipients of a mail', {
    mail: mail.mail,
    messageId: mail.id,
    refused: rejected.length,
  })
})
  .queue('mail')
  .attempts(30)
  .backoff('10s', { max: '1h' })
  .timeout('3m')
