import { currentDatabase } from '../../data/database/current-database.ts'
import { sql } from '../../data/database/sql.ts'
import { withJobTables } from '../jobs/job-tables.ts'
import type { AttachmentRow } from '../jobs/tables/mail-tables.ts'
import type { Attachment } from './mail-message.ts'

/*
 * The attachments of queued mails are stored beside their jobs, because every claim reads a job's input as text. The
 * database deletes attachments together with their job, so one never exists without the other.
 */

/** Stores the attachments of a job that was dispatched in the current transaction. */
export function storeAttachments(job: number, attachments: readonly Attachment[]): Promise<void> {
  const database = currentDatabase()
  return withJobTables(async () => {
    for (const [position, { name, type = null, content }] of attachments.entries()) {
      await database.query(sql`
        insert into tenon_mail_attachments (job, position, name, type, content)
        values (${job}, ${position}, ${name}, ${type}, ${Buffer.from(content, 'base64')})`)
    }
  })
}

/** Copies the attachments of a job to another job. */
export async function copyAttachments(from: number, to: number): Promise<void> {
  await currentDatabase().query(sql`
    insert into tenon_mail_attachments (job, position, name, type, content)
    select cast(${to} as bigint), position, name, type, content
    from tenon_mail_attachments where job = ${from}`)
}

/** Reads the attachments of a job in order. */
export async function readAttachments(job: number): Promise<readonly Attachment[]> {
  const rows = await currentDatabase().query<Omit<AttachmentRow, 'job' | 'position'>>(sql`
    select name, type, content from tenon_mail_attachments where job = ${job} order by position`)
  return rows.map(({ name, type, content }) => ({
    name,
    content: Buffer.from(content).toString('base64'),
    ...(type === null ? {} : { type }),
  }))
}
