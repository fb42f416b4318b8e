import { handler, page, redirect, route } from 'tenon'
import { NotFound } from 'tenon/errors'
import { flash } from 'tenon/pages'
import { ticketRestored } from '../../../resources/words/tickets.ts'
import { Ticket } from '../../models/ticket.ts'
import { RestoreRequest } from '../../requests/ticket-requests.ts'
import { DeletedTicketView } from '../../views.ts'
import { inTeam, teamFrame } from '../teams/team-frame.ts'

/** The tickets that were deleted and can be restored, the last deleted first. */
export const index = handler(inTeam).run(async ({ team, user }, request) =>
  page('Tickets/Bin', {
    ...(await teamFrame(request, team, user)),
    tickets: await Ticket.of(team)
      .onlyDeleted()
      .orderBy('deleted_at', 'desc')
      .limit(200)
      .select(DeletedTicketView)
      .all(),
  }),
)

/** The ticket is in the body, because a path parameter never finds a deleted record. */
export const restore = handler({ ...inTeam, form: RestoreRequest }).run(
  async ({ team, form }, request) => {
    const restored = await Ticket.of(team).where('id', form.ticket).restore()
    const ticket = await Ticket.of(team).find(form.ticket)
    if (restored === 0 || ticket === null) throw new NotFound()
    flash(request, { notice: ticketRestored({ subject: ticket.subject }) })
    return redirect(route('tickets.show', { team: team.id, ticket: ticket.id }))
  },
)
