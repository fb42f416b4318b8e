import { back, handler, noContent, page, redirect, route, stream } from 'tenon'
import { allows } from 'tenon/auth'
import { transaction } from 'tenon/database'
import { flash, live } from 'tenon/pages'
import { ticketChannel } from '../../channels/ticket-channel.ts'
import { commentsOf } from '../../comments-of.ts'
import { decide } from '../../decide.ts'
import { readFields } from '../../fields.ts'
import { filterTickets } from '../../filter-tickets.ts'
import { writeTickets } from '../../write-tickets.ts'
import { Label } from '../../models/label.ts'
import { SavedList } from '../../models/saved-list.ts'
import type { Team } from '../../models/team.ts'
import { Ticket, ticketAudit } from '../../models/ticket.ts'
import { User } from '../../models/user.ts'
import { TicketPolicy } from '../../policies/ticket-policy.ts'
import { TicketListRequest } from '../../requests/ticket-filter.ts'
import { BulkRequest, TicketRequest, TriageRequest } from '../../requests/ticket-requests.ts'
import { LabelView, SavedListView, TicketRow, TicketPageView } from '../../views.ts'
import { peopleOf } from '../../people-of.ts'
import { inTeam, teamFrame } from '../teams/team-frame.ts'
import {
  ticketAdded,
  ticketDeleted,
  ticketSaved,
  ticketsSaved,
} from '../../../resources/words/tickets.ts'

export const index = handler({ ...inTeam, list: TicketListRequest }).run(
  async ({ team, user, list: { cursor, ...filter } }, request) => {
    const tickets = filterTickets(team, user, filter).select(TicketRow)
    return page('Tickets/Index', {
      ...(await teamFrame(request, team, user)),
      filter,
      fields: team.fields,
      lists: await SavedList.of(team).orderBy('name').limit(100).select(SavedListView).all(),
      labels: await labelsOf(team),
      tickets: live(() => tickets.cursorPaginate({ cursor, perPage: 25 })),
    })
  },
)

/** The same list as a CSV file of any length: rows are read only as fast as the client receives them. */
export const download = handler({ ...inTeam, list: TicketListRequest }).run(
  ({ team, user, list }) =>
    stream(writeTickets(team, filterTickets(team, user, list)), 'text/csv; charset=utf-8').header(
      'content-disposition',
      'attachment; filename="tickets.csv"',
    ),
)

/** Changes several tickets. Ignores tickets that do not exist or belong to another team. */
export const decideAll = handler({ ...inTeam, form: BulkRequest }).run(
  async ({ team, form: { tickets: keys, ...decision } }, request) => {
    const tickets = await Ticket.of(team).where('id', 'in', keys).all()
    await transaction(async () => {
      for (const ticket of tickets) await decide(ticket, team, decision)
    })
    flash(request, { notice: ticketsSaved({ count: tickets.length }) })
    return back()
  },
)

export const create = handler(inTeam).run(async ({ team, user }, request) =>
  page('Tickets/Create', {
    ...(await teamFrame(request, team, user)),
    fields: team.fields,
  }),
)

export const store = handler({ ...inTeam, form: TicketRequest }).run(
  async ({ team, form }, request) => {
    const fields = readFields(team.fields, form.fields)
    const ticket = await Ticket.of(team).create({ ...form, fields })
    flash(request, { notice: ticketAdded() })
    return redirect(route('tickets.show', { team: team.id, ticket: ticket.id }))
  },
)

export const show = handler({ ...inTeam, ticket: Ticket }).run(
  async ({ team, user, ticket }, request) => {
    const itself = Ticket.of(team).where('id', ticket.id)
    return page('Tickets/Show', {
      ...(await teamFrame(request, team, user)),
      ticket: live(() => TicketPageView.from(ticket), { on: [itself] }),
      comments: live(() => commentsOf(ticket)),
      history: live(() => historyOf(ticket), { on: [itself] }),
      me: user.id,
      fields: team.fields,
      people: await peopleOf(team),
      labels: await labelsOf(team),
      canDelete: await allows(request, TicketPolicy.delete),
    })
  },
)

export const update = handler({ ...inTeam, ticket: Ticket, form: TriageRequest }).run(
  async ({ team, ticket, form: { labels, fields: typed, ...decided } }, request) => {
    const fields = readFields(team.fields, typed, ticket.fields)
    await transaction(async () => {
      await decide(ticket, team, { ...decided, fields })
      await ticket.sync(Ticket.labels, labels)
    })
    flash(request, { notice: ticketSaved() })
    return redirect(route('tickets.show', { team: team.id, ticket: ticket.id }))
  },
)

/** Tells the others who have the ticket open that somebody is writing an answer. */
export const write = handler({ ...inTeam, ticket: Ticket }).run(async ({ team, user, ticket }) => {
  await ticketChannel.publish({ team, ticket }, { writes: user.id })
  return noContent()
})

export const destroy = handler({ ...inTeam, ticket: Ticket }).run(
  async ({ team, ticket }, request) => {
    await ticket.delete()
    flash(request, { notice: ticketDeleted() })
    return redirect(route('tickets.index', { team: team.id }))
  },
)

/** The last 20 changes of a ticket, the latest first. The page already has the names of the members. */
async function historyOf(ticket: Ticket) {
  const entries = await ticketAudit.of(ticket, { limit: 20 })
  return entries.map(({ id, at, action, actor, changes }) => {
    const { status, priority, assignee_id, due_on } = changes
    const by = User.parseKey(actor?.key ?? '') ?? null
    return { id, at: at.toISOString(), action, by, status, priority, assignee_id, due_on }
  })
}

function labelsOf(team: Team) {
  return Label.of(team).orderBy('name').limit(1000).select(LabelView).all()
}
