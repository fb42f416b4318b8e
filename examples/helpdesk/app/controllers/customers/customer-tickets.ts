import { handler, page, redirect, route, type HttpRequest } from 'tenon'
import { requestSignature } from 'tenon/keys'
import { transaction } from 'tenon/database'
import { flash, live } from 'tenon/pages'
import { addComment } from '../../add-comment.ts'
import { answersOf } from '../../comments-of.ts'
import { Team } from '../../models/team.ts'
import { Ticket } from '../../models/ticket.ts'
import { CustomerAnswerRequest, RatingRequest } from '../../requests/customer-requests.ts'
import { CustomerTicketView } from '../../views.ts'
import { answerReceived, thanksForRating } from '../../../resources/words/customers.ts'

/** Shows a ticket to its customer, who follows the signed link in a mail. */
export const show = handler({ ticket: Ticket }).run(async ({ ticket }, request) => {
  const team = await Team.findOrFail(ticket.team_id)
  return page('Customers/Ticket', {
    team: team.name,
    ticket: live(async () => CustomerTicketView.from(await ticket.refresh())),
    comments: live(() => answersOf(ticket)),
    link: requestSignature(request),
  })
})

export const answer = handler({ ticket: Ticket, form: CustomerAnswerRequest }).run(
  async ({ ticket, form }, request) => {
    await receiveAnswer(ticket, form)
    flash(request, { notice: answerReceived() })
    return backToTicket(ticket, request)
  },
)

export const rate = handler({ ticket: Ticket, form: RatingRequest }).run(
  async ({ ticket, form: { rating } }, request) => {
    await ticket.update({ rating })
    flash(request, { notice: thanksForRating() })
    return backToTicket(ticket, request)
  },
)

/**
 * Adds what the customer writes, on the page or by mail, and opens the ticket again. A ticket in the bin is restored,
 * because nobody would see the answer there.
 */
export async function receiveAnswer(
  ticket: Ticket,
  written: Pick<Parameters<typeof addComment>[1], 'body' | 'files' | 'message_id'>,
): Promise<void> {
  await transaction(async () => {
    if (ticket.deleted_at !== null) await Ticket.ofAnyone().where('id', ticket.id).restore()
    await addComment(ticket, { ...written, author_id: null })
    await ticket.update({ status: 'open', solved_on: null, is_muted: false })
  })
}

function backToTicket(ticket: Ticket, request: HttpRequest) {
  return redirect(route('requests.show', { ticket: ticket.id }, requestSignature(request)))
}
