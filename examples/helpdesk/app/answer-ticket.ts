import { transaction } from 'tenon/database'
import { addComment, type CommentDraft } from './add-comment.ts'
import { mentionedIn } from './mentioned-in.ts'
import type { Team } from './models/team.ts'
import type { Comment, Ticket } from './models/ticket.ts'
import type { User } from './models/user.ts'
import { sendAnswer, sendMention } from './ticket-mails.ts'

/**
 * Adds an answer or a note of a member. An answer is mailed to the customer, and the status becomes `waiting`. A note
 * is mailed to the members whom it mentions.
 */
export function answerTicket(
  ticket: Ticket,
  team: Team,
  author: User,
  draft: Omit<CommentDraft, 'author_id'>,
): Promise<Comment> {
  return transaction(async () => {
    const comment = await addComment(ticket, { ...draft, author_id: author.id })
    if (comment.is_internal) {
      for (const user of await mentionedIn(comment.body, team)) {
        if (user.id !== author.id) await sendMention(ticket, author, user, comment.body)
      }
    } else {
      await ticket.update({ status: 'waiting', solved_on: null })
      await sendAnswer(ticket, team, comment.body)
    }
    return comment
  })
}
