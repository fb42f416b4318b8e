import { valueOf } from '../resources/components/tickets/choices.ts'
import { readField } from './fields.ts'
import type { Team } from './models/team.ts'
import { Ticket } from './models/ticket.ts'
import type { User } from './models/user.ts'
import type { TicketFilter } from './requests/ticket-filter.ts'

/** The tickets of a team that match a filter, in its order. */
export function filterTickets(team: Team, user: User, filter: TicketFilter) {
  const { status, assignee, label, fields = {}, search, order } = filter
  const [column, direction] = columns[order]
  const tickets = Ticket.of(team)
    .when(status, (query, value) => query.where('status', value))
    .when(assignee, (query, whose) => query.where('assignee_id', whose === 'me' ? user.id : null))
    .when(label, (query, id) => query.whereHas('labels', (labels) => labels.where('id', id)))
    .when(search, (query, words) => query.whereSearch(words))
    .orderBy(column, direction)
  return team.fields.reduce((found, field) => {
    const value = readField(field, valueOf(fields, field.key)) ?? null
    return found.when(value, (query, wanted) => query.whereJson('fields', [field.key], wanted))
  }, tickets)
}

const columns = {
  changed: ['updated_at', 'desc'],
  newest: ['id', 'desc'],
  due: ['due_on', 'asc'],
} as const
