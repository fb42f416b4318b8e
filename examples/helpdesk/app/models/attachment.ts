import { c, Model } from 'tenon/models'
import { attachments } from '../disks.ts'
import { Comment } from './ticket.ts'

/** A file that came with a comment. */
export class Attachment extends Model('attachments', {
  id: c.id(),
  comment_id: c
    .integer()
    .owner(() => Comment)
    .references('comments.id', { onDelete: 'cascade' })
    .index(),
  file: c.file(attachments),
  /** What its sender calls it. */
  name: c.text({ max: 200 }),
  type: c.text({ max: 100 }),
  size_bytes: c.integer(),
}) {}
