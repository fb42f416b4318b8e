import { handler } from 'tenon'
import { cursorPaginated, list, shape } from 'tenon/answers'
import { answerTicket } from '../../answer-ticket.ts'
import { commentsOf } from '../../comments-of.ts'
import { decide } from '../../decide.ts'
import { Field, readFields } from '../../fields.ts'
import { filterTickets } from '../../filter-tickets.ts'
import { Ticket } from '../../models/ticket.ts'
import { TicketListRequest } from '../../requests/ticket-filter.ts'
import { CommentRequest, DecisionRequest, TicketRequest } from '../../requests/ticket-requests.ts'
import { CommentView, TicketRow, TicketView } from '../../views.ts'
import { assertMember } from '../../while-member.ts'
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
    comments: await commentsOf(ticket),
  }))

export const store = handler({ ...inTeam, form: TicketRequest })
  .answers({ 201: TicketView })
  .run(async ({ team, form }) => {
    const fields = readFields(team.fields, form.fields)
    return TicketView.from(await Ticket.of(team).create({ ...form, fields }))
  })

/** Changes only the values that were sent, also of the team's own fields. */
export const update = handler({ ...inTeam, ticket: Ticket, form: DecisionRequest })
  .answers(TicketView)
  .run(async ({ team, ticket, form: { fields: typed = {}, ...decided } }) => {
    const fields = readFields(team.fields, typed, ticket.fields)
    await decide(ticket, team, { ...decided, fields })
    return TicketView.from(ticket)
  })

export const comment = handler({ ...inTeam, ticket: Ticket, form: CommentRequest })
  .answers({ 201: CommentView })
  .run(async ({ team, user, member, ticket, form }) => {
    await assertMember(member)
    return CommentView.from(await answerTicket(ticket, team, user, form))
  })

/** Lists the team's own fields for tickets. */
export const fields = handler(inTeam)
  .answers(list(Field))
  .run(({ team }) => team.fields)
