import { handler } from 'tenon'
import { cursorPaginated, list, shape } from 'tenon/answers'
import { answerTicket } from '../../answer-ticket.ts'
import { filterTickets } from '../../filter-tickets.ts'
import { Comment, Ticket } from '../../models/ticket.ts'
import { TicketListRequest } from '../../requests/ticket-filter.ts'
import { CommentRequest, TicketRequest } from '../../requests/ticket-requests.ts'
import { CommentView, TicketRow, TicketView } from '../../views.ts'
import { inTeam } from '../teams/team-frame.ts'

export const index = handler({ ...inTeam, list: TicketListRequest })
  .answers(cursorPaginated(TicketRow))
  .run(({ team, user, list: { cursor, ...filter } }) =>
    filterTickets(team, user, filter).select(TicketRow).cursorPaginate({ cursor, perPage: 50 }),
  )

export const show = handler({ ...inTeam, ticket: Ticket })
  .answers(shape({ ticket: TicketView, comments: list(CommentView) }))
  .run(async ({ ticket }) => ({
    ticket: await TicketView.from(ticket),
    comments: await Comment.of(ticket).orderBy('id').limit(1000).select(CommentView).all(),
  }))

export const store = handler({ ...inTeam, form: TicketRequest })
  .answers({ 201: TicketView })
  .run(async ({ team, form }) => TicketView.from(await Ticket.of(team).create(form)))

export const comment = handler({ ...inTeam, ticket: Ticket, form: CommentRequest })
  .answers({ 201: CommentView })
  .run(async ({ team, user, ticket, form }) =>
    CommentView.from(await answerTicket(ticket, team, user, form)),
  )
