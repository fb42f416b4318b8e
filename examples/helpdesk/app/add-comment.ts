import type { UploadedFile } from 'tenon'
import { transaction } from 'tenon/database'
import { attachments } from './disks.ts'
import { Attachment, Comment, type Ticket } from './models/ticket.ts'

/** A comment that a member or a customer writes. */
export interface CommentDraft {
  readonly body: string
  readonly files?: readonly UploadedFile[]
  /** The member of the team; `null` if the customer writes. */
  readonly author_id: number | null
  readonly is_internal?: boolean
  /** The `Message-ID` of the mail, if the comment came by mail. */
  readonly message_id?: string
}

/** Adds a comment and its files to a ticket, in one transaction. */
export function addComment(ticket: Ticket, draft: CommentDraft): Promise<Comment> {
  const { files = [], is_internal = false, ...written } = draft
  return transaction(async () => {
    const is_by_customer = draft.author_id === null
    const comment = await Comment.of(ticket).create({ ...written, is_internal, is_by_customer })
    for (const upload of files) {
      const { key, type, sizeBytes } = await attachments.store(upload)
      const name = upload.name.slice(0, 200).toWellFormed()
      await Attachment.of(comment).create({ file: key, name, type, size_bytes: sizeBytes })
    }
    return comment
  })
}
