import type { StandardSchemaV1 } from '@standard-schema/spec'
import { mailAttempts } from '../../base/log/channels.ts'
import { logContexts } from '../../base/log/log-context.ts'
import { Ambient } from '../../base/support/ambient.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { transaction } from '../../data/database/current-database.ts'
import { job } from '../jobs/job.ts'
import type { JobRun } from '../jobs/job-definition.ts'
import { PermanentFailure } from '../jobs/permanent-failure.ts'
import type { Address } from './address.ts'
import type { Attachment, MailMessage } from './mail-message.ts'
import { copyAttachments, readAttachments, storeAttachments } from './stored-attachments.ts'
import { createTransport, type MailTransport } from './transport.ts'

/** The mail server of the running application. */
export const mailServers = new Ambient<MailServerLink>()

/** What sends mails: a transport, or the server that a URL names, which is connected to with the first mail. */
export class MailServerLink {
  readonly #server: string | MailTransport
  #transport: Promise<MailTransport> | undefined

  constructor(server: string | MailTransport) {
    this.#server = server
  }

  async transport(): Promise<MailTransport> {
    if (typeof this.#server !== 'string') return this.#server
    return (this.#transport ??= createTransport(this.#server))
  }
}

/** A mail that waits to be sent. */
export interface QueuedMail extends Omit<MailMessage, 'attachments'> {
  /**
   * Absent if it has files that are stored beside the job. A version that does not know of those cannot send
   * such a mail, and leaves it to others. Earlier versions have queued files here.
   */
  readonly attachments?: readonly Attachment[]
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

/** Queues a mail in the current transaction, and its files beside it. */
export async function queueMail(mail: MailMessage): Promise<void> {
  const { attachments, ...rest } = mail
  if (attachments.length === 0) {
    await sendMailJob.dispatch(mail)
    return
  }
  await transaction(async () => {
    const { id } = await sendMailJob.dispatch(rest)
    if (id !== null) await storeAttachments(id, attachments)
  })
}

const sending = job('mail:send', message)
  .queue('mail')
  .attempts(30)
  .backoff('10s', { max: '1h' })
  .timeout('3m')

/**
 * Sends a mail. A server that is away or says "later" is asked again for about a day, at most an hour apart.
 * Then, and after a final refusal, the job is kept until you run `jobs:retry` or `jobs:forget`.
 *
 * If the server takes the mail for some recipients only, each of the others gets a job of their own, so that
 * nobody gets the mail twice because somebody else has to be asked again.
 */
export const sendMailJob = sending.run(sendMail)

const sendToOne = sending
  .unique(({ id, onlyTo }) => `${id} ${onlyTo}`)
  .run(sendMail)
  .in('10s')

async function sendMail(mail: QueuedMail, run: JobRun): Promise<void> {
  const send = async (): Promise<readonly string[]> => {
    const transport = await currentTransport()
    return await tellOutcome(transport.send(await withAttachments(mail, run.id), mail.onlyTo))
  }
  if (mail.onlyTo !== undefined || toRecipients(mail).length === 1) {
    await send()
    return
  }
  // A step, so that a mail that some have got is not sent to them again if this process dies before the next line.
  const refused = await run.step('send', send)
  if (refused.length === 0) return
  await transaction(async () => {
    const others = await sendToOne.dispatchAll(refused.map((onlyTo) => ({ ...mail, onlyTo })))
    for (const { id, isNew } of others) if (isNew && id !== null) await copyAttachments(run.id, id)
  })
  logContexts.current.log.warn('The mail server refused some recipients of a mail', {
    mail: mail.mail,
    messageId: mail.id,
    refused: refused.length,
  })
}

async function tellOutcome(sending: Promise<readonly string[]>): Promise<readonly string[]> {
  try {
    const refused = await sending
    mailAttempts.tell({ outcome: refused.length === 0 ? 'sent' : 'refused' })
    return refused
  } catch (error) {
    mailAttempts.tell({ outcome: error instanceof PermanentFailure ? 'refused' : 'failed' })
    throw error
  }
}

async function withAttachments(mail: QueuedMail, job: number): Promise<MailMessage> {
  const attachments = mail.attachments ?? (await readAttachments(job))
  if (mail.attachments !== undefined || attachments.length > 0) return { ...mail, attachments }
  throw new PermanentFailure('The files of this mail are gone from the database, so it is not sent')
}

function toRecipients({ to, cc, bcc }: QueuedMail): readonly Address[] {
  return [...to, ...cc, ...bcc]
}

function currentTransport(): Promise<MailTransport> {
  const server = mailServers.get()
  if (server !== undefined) return server.transport()
  throw new SetupError('E_MAIL_URL', 'MAIL_URL is not set where this worker runs. Set it.')
}
