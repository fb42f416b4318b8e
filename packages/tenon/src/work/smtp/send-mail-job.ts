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

/** A queued mail for one recipient. */
export interface QueuedMail extends Omit<MailMessage, 'attachments'> {
  /** The recipient who gets it. */
  readonly onlyTo: string
  /** How many attachments are stored with its job. */
  readonly files: number
}

/** Checks only the shape: `mail()` alone writes these inputs. Another version may have queued them. */
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
 * Sends a mail to one recipient. While the server is unavailable or asks to try later, the job retries for about a day,
 * at most every hour. After that, and after a permanent refusal, the job stays failed until you run `jobs:retry` or
 * `jobs:forget`.
 */
export const deliverMailJob = job('mail:deliver', queued)
  .queue('mail')
  .attempts(30)
  .backoff('10s', { max: '1h' })
  .timeout('3m')
  .run(deliver)

/** The job that delivers a queued mail. */
export type MailDelivery = Job<QueuedMail, QueuedMail>

/** Queues a mail in the current transaction: one job per recipient, each with the attachments. */
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

/** A recipient who is named twice gets one mail. */
function toRecipients({ to, cc, bcc }: Pick<MailMessage, 'to' | 'cc' | 'bcc'>): readonly string[] {
  return [...new Set([...to, ...cc, ...bcc].map(({ address }) => address))]
}

async function deliver(mail: QueuedMail, run: JobRun): Promise<void> {
  const { onlyTo } = mail
  // Note the address as personal: servers repeat it in their replies.
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

/** Reads files from disks, one after another. Throws `PermanentFailure` if a file no longer exists. */
export async function readStored(
  stored: readonly StoredAttachment[],
): Promise<readonly Attachment[]> {
  if (stored.length === 0) return []
  // Load it here: most mails have no files.
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

/** A mail that an earlier version has queued, for all its recipients or for one. */
interface EarlierMail extends Omit<MailMessage, 'attachments'> {
  /** Absent if the attachments are stored with the job. */
  readonly attachments?: readonly Attachment[]
  readonly onlyTo?: string
}

const earlier = toSchema(
  (value): value is EarlierMail => 'id' in value && 'subject' in value && 'to' in value,
)

/**
 * Queues mails of earlier versions again, one per recipient. Earlier versions still run during a rolling deployment.
 */
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
