import { valueOf } from '../resources/components/tickets/choices.ts'
import { toCsvLine } from './csv.ts'
import type { filterTickets } from './filter-tickets.ts'
import type { Team } from './models/team.ts'
import type { Ticket } from './models/ticket.ts'

/** The columns of a file of tickets, with what a ticket has in each. Those of the team's fields follow. */
const columns = {
  id: ({ id }) => id,
  subject: ({ subject }) => subject,
  body: ({ body }) => body,
  customer: ({ customer_name }) => customer_name,
  email: ({ customer_email }) => customer_email,
  status: ({ status }) => status,
  priority: ({ priority }) => priority,
  due: ({ due_on }) => due_on,
  cost: ({ cost }) => cost,
} as const satisfies Record<string, (ticket: Ticket) => string | number | null>

/** Their names, such as `subject` and `fields.serial_number`: `importTickets` reads the same ones. */
export function columnsOf(team: Team): readonly string[] {
  return [...Object.keys(columns), ...team.fields.map(({ key }) => `fields.${key}`)]
}

/** Tickets as a file, a batch at a time. */
export async function* writeTickets(
  team: Team,
  tickets: ReturnType<typeof filterTickets>,
): AsyncGenerator<string> {
  yield toCsvLine(columnsOf(team))
  for await (const batch of tickets.batches(500)) {
    yield batch.map((ticket) => toLine(team, ticket)).join('')
  }
}

function toLine(team: Team, ticket: Ticket): string {
  return toCsvLine([
    ...Object.values(columns).map((read) => read(ticket)),
    ...team.fields.map(({ key }) => valueOf(ticket.fields, key) ?? null),
  ])
}
