import { transaction } from 'tenon/database'
import { addComment, type CommentDraft } from './add-comment.ts'
import type { Team } from './models/team.ts'
import type { Comment, Ticket } from './models/ticket.ts'
import { sendAnswer } from './ticket-mails.ts'

/** Adds what a member writes. An answer is mailed to the customer, and the ticket waits for them. A note changes nothing. */
export function answerTicket(ticket: Ticket, team: Team, draft: CommentDraft): Promise<Comment> {
  return transaction(async () => {
    const comment = await addComment(ticket, draft)
    if (!comment.is_internal) {
      await ticket.update({ status: 'waiting' })
      await sendAnswer(ticket, team, comment.body)
    }
    return comment
  })
}
