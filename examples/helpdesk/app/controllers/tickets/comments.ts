import { handler, redirect, route } from 'tenon'
import { flash } from 'tenon/pages'
import { answerTicket } from '../../answer-ticket.ts'
import { attachments } from '../../disks.ts'
import { Attachment, Ticket } from '../../models/ticket.ts'
import { CommentRequest } from '../../requests/ticket-requests.ts'
import { assertMember } from '../../while-member.ts'
import { inTeam } from '../teams/team-frame.ts'
import { answerAdded, answerSent, noteAdded } from '../../../resources/words/tickets.ts'

export const store = handler({ ...inTeam, ticket: Ticket, form: CommentRequest }).run(
  async ({ team, user, member, ticket, form }, request) => {
    await assertMember(member)
    await answerTicket(ticket, team, user, form)
    const sent = ticket.is_muted ? answerAdded() : answerSent()
    flash(request, { notice: form.is_internal ? noteAdded() : sent })
    return redirect(route('tickets.show', { team: team.id, ticket: ticket.id }))
  },
)

/** Sends a file of a comment: the thumbnail of a picture, or the file as a download. */
export const file = handler({ ...inTeam, attachment: Attachment }).run(
  ({ attachment: { file, name } }, request) =>
    request.query.has('small')
      ? attachments.send(file, { variant: 'thumbnail' })
      : attachments.send(file, { download: name }),
)
