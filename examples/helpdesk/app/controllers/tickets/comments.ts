import { handler, redirect, route } from 'tenon'
import { transaction } from 'tenon/database'
import { flash } from 'tenon/pages'
import { addComment } from '../../add-comment.ts'
import { attachments } from '../../disks.ts'
import { Attachment, Ticket } from '../../models/ticket.ts'
import { CommentRequest } from '../../requests/ticket-requests.ts'
import { sendAnswer } from '../../ticket-mails.ts'
import { inTeam } from '../teams/team-frame.ts'

/** An answer is mailed to the customer, and the ticket waits for them. A note changes nothing. */
export const store = handler({ ...inTeam, ticket: Ticket, form: CommentRequest }).run(
  async ({ team, user, ticket, form }, request) => {
    await transaction(async () => {
      await addComment(ticket, { ...form, author_id: user.id })
      if (form.is_internal) return
      await ticket.update({ status: 'waiting' })
      await sendAnswer(ticket, team, form.body)
    })
    flash(request, { notice: form.is_internal ? 'The note is added.' : 'The answer is sent.' })
    return redirect(route('tickets.show', { team: team.id, ticket: ticket.id }))
  },
)

/** A file of a comment: a picture in its small form, or a download. */
export const file = handler({ ...inTeam, attachment: Attachment }).run(
  ({ attachment: { file, name } }, request) =>
    request.query.has('small')
      ? attachments.send(file, { variant: 'thumbnail' })
      : attachments.send(file, { download: name }),
)
