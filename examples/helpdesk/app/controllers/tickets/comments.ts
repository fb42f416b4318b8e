import { handler, redirect, route } from 'tenon'
import { flash } from 'tenon/pages'
import { answerTicket } from '../../answer-ticket.ts'
import { attachments } from '../../disks.ts'
import { Attachment, Ticket } from '../../models/ticket.ts'
import { CommentRequest } from '../../requests/ticket-requests.ts'
import { inTeam } from '../teams/team-frame.ts'
import { answerSent, noteAdded } from '../../../resources/words/tickets.ts'

export const store = handler({ ...inTeam, ticket: Ticket, form: CommentRequest }).run(
  async ({ team, user, ticket, form }, request) => {
    await answerTicket(ticket, team, user, form)
    flash(request, { notice: form.is_internal ? noteAdded() : answerSent() })
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
