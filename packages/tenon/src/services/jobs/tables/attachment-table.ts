import type { OwnRow, OwnTable } from '../../../data/database/own/own-table.ts'
import { jobTable } from './job-table.ts'

/** The files of mails. A job that is deleted, because it is done or was forgotten, takes its files along. */
export const attachmentTable = {
  name: 'queue_attachments',
  columns: { job: 'bigint', position: 'integer', name: 'text', type: 'text?', content: 'bytes' },
  constraints: [
    'primary key (job, position)',
    `foreign key (job) references ${jobTable.name} (id) on delete cascade`,
  ],
} as const satisfies OwnTable

export type AttachmentRow = OwnRow<typeof attachmentTable>
