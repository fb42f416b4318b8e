import { Comment, type Ticket } from './models/ticket.ts'
import { CommentView, CustomerCommentView } from './views.ts'

const shown = 1000

/** The latest comments of a ticket, the oldest first. */
export async function commentsOf(ticket: Ticket) {
  const latest = Comment.of(ticket).orderBy('id', 'desc').limit(shown)
  return (await latest.select(CommentView).all()).toReversed()
}

/** The same without internal notes: what the customer may read. */
export async function answersOf(ticket: Ticket) {
  const latest = Comment.of(ticket).where('is_internal', false).orderBy('id', 'desc').limit(shown)
  return (await latest.select(CustomerCommentView).all()).toReversed()
}
