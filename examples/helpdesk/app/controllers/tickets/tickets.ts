import { handler, noContent, page, redirect, route } from 'tenon'
import { allows } from 'tenon/auth'
import { transaction } from 'tenon/database'
import { flash, live } from 'tenon/pages'
import { ticketChannel } from '../../channels/ticket-channel.ts'
import { Label } from '../../models/label.ts'
import { Membership } from '../../models/membership.ts'
import type { Team } from '../../models/team.ts'
import { Comment, Ticket, ticketAudit } from '../../models/ticket.ts'
import { User } from '../../models/user.ts'
import { TicketPolicy } from '../../policies/ticket-policy.ts'
import { TicketFilter, TicketRequest, TriageRequest } from '../../requests/ticket-requests.ts'
import { CommentView, LabelView, PersonView, TicketRow, TicketView } from '../../views.ts'
import { inTeam, teamFrame } from '../teams/team-frame.ts'

export const index = handler({ ...inTeam, filter: TicketFilter }).run(
  async ({ team, user, filter }, request) => {
    const { status, assignee, label, search, cursor } = filter
    const tickets = Ticket.of(team)
      .when(status, (query, value) => query.where('status', value))
      .when(assignee, (query, whose) => query.where('assignee_id', whose === 'me' ? user.id : null))
      .when(label, (query, id) => query.whereHas('labels', (labels) => labels.where('id', id)))
      .when(search, (query, words) => query.whereSearch(words))
      .orderBy('updated_at', 'desc')
      .select(TicketRow)
    return page('Tickets/Index', {
      ...(await teamFrame(request, team, user)),
      filter: { status, assignee, label, search },
      labels: await labelsOf(team),
      tickets: live(() => tickets.cursorPaginate({ cursor, perPage: 25 })),
    })
  },
)

export const create = handler(inTeam).run(async ({ team, user }, request) =>
  page('Tickets/Create', await teamFrame(request, team, user)),
)

export const store = handler({ ...inTeam, form: TicketRequest }).run(
  async ({ team, form }, request) => {
    const ticket = await Ticket.of(team).create(form)
    flash(request, { notice: 'The ticket is added.' })
    return redirect(route('tickets.show', { team: team.id, ticket: ticket.id }))
  },
)

export const show = handler({ ...inTeam, ticket: Ticket }).run(
  async ({ team, user, ticket }, request) =>
    page('Tickets/Show', {
      ...(await teamFrame(request, team, user)),
      ticket: live(async () => TicketView.from(await Ticket.of(team).findOrFail(ticket.id))),
      comments: live(() => commentsOf(ticket)),
      history: live(() => historyOf(ticket), { on: [Ticket.of(team).where('id', ticket.id)] }),
      me: user.id,
      people: await peopleOf(team),
      labels: await labelsOf(team),
      canDelete: await allows(request, TicketPolicy.delete),
    }),
)

export const update = handler({ ...inTeam, ticket: Ticket, form: TriageRequest }).run(
  async ({ team, ticket, form: { labels, ...decided } }, request) => {
    await transaction(async () => {
      await ticket.update(decided)
      await ticket.sync(Ticket.labels, labels)
    })
    flash(request, { notice: 'The ticket is saved.' })
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
    flash(request, { notice: 'The ticket is deleted.' })
    return redirect(route('tickets.index', { team: team.id }))
  },
)

function commentsOf(ticket: Ticket) {
  return Comment.of(ticket).orderBy('id').limit(1000).select(CommentView).all()
}

/** What was decided about a ticket and by whom, the latest first. */
async function historyOf(ticket: Ticket) {
  const entries = await ticketAudit.of(ticket, { limit: 20 })
  const keys = entries.flatMap(({ actor }) => User.parseKey(actor?.key ?? '') ?? [])
  const users = await User.where('id', 'in', keys).select(PersonView).all()
  const names = new Map(users.map(({ id, name }) => [String(id), name]))
  return entries.map(({ id, at, action, actor, changes }) => {
    const { status, priority, assignee_id, due_on } = changes
    const by = names.get(actor?.key ?? '') ?? null
    return { id, at: at.toISOString(), action, by, status, priority, assignee_id, due_on }
  })
}

function labelsOf(team: Team) {
  return Label.of(team).orderBy('name').limit(1000).select(LabelView).all()
}

/** Whom a ticket can be assigned to. */
async function peopleOf(team: Team) {
  const memberships = await Membership.of(team).with('user', PersonView).limit(1000).all()
  return memberships
    .map(({ user }) => user)
    .toSorted((one, other) => one.name.localeCompare(other.name))
}
