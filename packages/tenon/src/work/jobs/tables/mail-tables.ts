import type { OwnRow, OwnTable } from '../../../data/own/own-table.ts'
import { rename } from '../../../data/own/rename.ts'
import { jobTable } from './job-table.ts'

/** The files of mails. The database deletes them together with their job. */
export const attachmentTable = {
  name: 'tenon_mail_attachments',
  columns: { job: 'bigint', position: 'integer', name: 'text', type: 'text?', content: 'bytes' },
  constraints: [
    'primary key (job, position)',
    `foreign key (job) references ${jobTable.name} (id) on delete cascade`,
  ],
  upgrades: [
    rename(
      { name: 'queue_attachments', columns: ['job', 'position', 'content'] },
      'tenon_mail_attachments',
    ),
  ],
} as const satisfies OwnTable

export type AttachmentRow = OwnRow<typeof attachmentTable>

/** The addresses that receive no mail, in lower case. */
export const suppressionTable = {
  name: 'tenon_mail_suppressions',
  columns: { address: 'text', reason: ['bounce', 'complaint', 'manual'], created_at: 'bigint' },
  constraints: ['primary key (address)'],
} as const satisfies OwnTable

export type SuppressionRow = OwnRow<typeof suppressionTable>
