import type { StandardSchemaV1 } from '@standard-schema/spec'
import { mailAttempts } from '../../base/log/channels.ts'
import { logContexts } from '../../base/log/log-context.ts'
import { personalValues } from '../../base/log/personal/personal-values.ts'
import { NotFound } from '../../base/support/http-error.ts'
import { transaction } from '../../data/database/current-database.ts'
import type { JobRun } from '../jobs/job-definition.ts'
import { job, type Job } from '../jobs/job.ts'
import { PermanentFailure } from '../jobs/permanent-failure.ts'
import type { Attachment, MailMessage, StoredAttachment } from './mail-message.ts'
import { currentTransport } from './mail-server-link.ts'
import { copyAttachments, readAttachments, storeAttachments } from './stored-attachments.ts'
import { suppressions } from './suppressions.ts'

/** A mail that waits to be sent to one recipient. */
export interface QueuedMail extends Omit<MailMessage, 'attachments'> {
  /** The recipient who gets it. */
  readonly onlyTo: string
  /** How many files are beside its job. */
  readonly files: number
}

/** The mail is written by `mail()` only; a later version reads what an earlier one has queued. */
function toSchema<Mail>(isMail: (value: object) => value is Mail & object) {
  const schema: StandardSchemaV1<Mail, Mail> = {
    '~standard': {
      version: 1,
      vendor: 'tenon',
      validate: (value) =>
        typeof value === 'object' && value !== null && isMail(value)
          ? { value }
          : { issues: [{ message: 'It is not a mail.' }] },
    },
  }
  return schema
}

const queued = toSchema(
  (value): value is QueuedMail => 'id' in value && 'subject' in value && 'onlyTo' in value,
)

/**
 * Sends a mail to one recipient. A server that is away or says "later" is asked again for about a day, at most an
 * hour apart. Then, and after a final refusal, the job is kept until you run `jobs:retry` or `jobs:forget`.
 */
export const deliverMailJob = job('mail:deliver', queued)
  .queue('mail')
  .attempts(30)
  .backoff('10s', { max: '1h' })
  .timeout('3m')
  .run(deliver)

/** How a mail is queued. */
export type MailDelivery = Job<QueuedMail, QueuedMail>

/** Queues a mail in the current transaction, with a job for each recipient, and its files beside them. */
export async function queueMail(
  { attachments, ...mail }: MailMessage,
  delivery: MailDelivery = deliverMailJob,
): Promise<void> {
  await queueFor(toRecipients(mail), { ...mail, attachments }, delivery)
}

async function queueFor(
  recipients: readonly string[],
  { attachments, ...mail }: MailMessage,
  delivery: MailDelivery,
): Promise<void> {
  const mails = recipients.map((onlyTo) => ({ ...mail, onlyTo, files: attachments.length }))
  if (attachments.length === 0) {
    await delivery.dispatchAll(mails)
    return
  }
  await transaction(async () => {
    const [first, ...others] = (await delivery.dispatchAll(mails)).map(({ id }) => id ?? 0)
    if (first === undefined) return
    await storeAttachments(first, attachments)
    for (const other of others) await copyAttachments(first, other)
  })
}

/** Somebody who is named twice gets one mail. */
function toRecipients({ to, cc, bcc }: Pick<MailMessage, 'to' | 'cc' | 'bcc'>): readonly string[] {
  return [...new Set([...to, ...cc, ...bcc].map(({ address }) => address))]
}

async function deliver(mail: QueuedMail, run: JobRun): Promise<void> {
  const { onlyTo } = mail
  // Servers repeat the address in what they answer.
  if (personalValues.isFollowed) personalValues.note(onlyTo)
  const suppression = await suppressions.find(onlyTo)
  if (suppression !== null) {
    mailAttempts.tell({ outcome: 'suppressed' })
    const fields = { mail: mail.mail, messageId: mail.id, reason: suppression.reason }
    logContexts.current.log.info('A mail is not sent, because its recipient gets none', fields)
    return
  }
  const transport = await currentTransport()
  const message = await toMessage(mail, run.id)
  await tellOutcome(transport.send(message, onlyTo))
}

async function tellOutcome(sending: Promise<readonly string[]>): Promise<void> {
  try {
    const refused = await sending
    if (refused.length > 0) throw new Error('The transport refused the recipient')
    mailAttempts.tell({ outcome: 'sent' })
  } catch (error) {
    mailAttempts.tell({ outcome: error instanceof PermanentFailure ? 'refused' : 'failed' })
    throw error
  }
}

async function toMessage(
  { onlyTo: _onlyTo, files, stored = [], ...mail }: QueuedMail,
  job: number,
): Promise<MailMessage> {
  const attachments = files === 0 ? [] : await readAttachments(job)
  if (attachments.length !== files) throw new PermanentFailure(filesAreGone)
  return { ...mail, attachments: [...attachments, ...(await readStored(stored))] }
}

const filesAreGone = 'The files of this mail are gone from the database, so it is not sent'

/** Reads files of disks, one after the other. Throws `PermanentFailure` for one that is gone. */
export async function readStored(
  stored: readonly StoredAttachment[],
): Promise<readonly Attachment[]> {
  if (stored.length === 0) return []
  // Loaded here, because most mails have none.
  const { disk: toDisk } = await import('../../stores/storage/disk.ts')
  const read: Attachment[] = []
  for (const { disk, key, ...named } of stored) {
    try {
      const bytes = await new Response(await toDisk(disk).read(key)).arrayBuffer()
      read.push({ ...named, content: Buffer.from(bytes).toString('base64') })
    } catch (error) {
      if (!(error instanceof NotFound)) throw error
      const gone = `The file "${key}" of this mail is gone from the disk "${disk}", so it is not sent`
      throw new PermanentFailure(gone, { cause: error })
    }
  }
  return read
}

/** A mail as earlier versions have queued it: for all its recipients, or for one of them. */
interface EarlierMail extends Omit<MailMessage, 'attachments'> {
  /** Absent if its files are beside its job. */
  readonly attachments?: readonly Attachment[]
  readonly onlyTo?: string
}

const earlier = toSchema(
  (value): value is EarlierMail => 'id' in value && 'subject' in value && 'to' in value,
)

/** Queues what earlier versions have left, or queue while a deployment rolls, for each of its recipients. */
export const sendMailJob = job('mail:send', earlier)
  .queue('mail')
  .transactional()
  .run(async ({ onlyTo, ...mail }, run) => {
    const attachments = mail.attachments ?? (await readAttachments(run.id))
    const isWhole = mail.attachments !== undefined || attachments.length > 0
    if (!isWhole) throw new PermanentFailure(filesAreGone)
    const recipients = onlyTo === undefined ? toRecipients(mail) : [onlyTo]
    await queueFor(recipients, { ...mail, attachments }, deliverMailJob)
  })
