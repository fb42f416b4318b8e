import { Comment, type Ticket } from './models/ticket.ts'
import { CommentView, CustomerCommentView } from './views.ts'

const shown = 1000

/** What was said last about a ticket, in its order. */
export async function commentsOf(ticket: Ticket) {
  const latest = Comment.of(ticket).orderBy('id', 'desc').limit(shown)
  return (await latest.select(CommentView).all()).toReversed()
}

/** The same for the customer, without the notes of the team. */
export async function answersOf(ticket: Ticket) {
  const latest = Comment.of(ticket).where('is_internal', false).orderBy('id', 'desc').limit(shown)
  return (await latest.select(CustomerCommentView).all()).toReversed()
}
