import { valueOf } from '../resources/components/tickets/choices.ts'
import { toCsvLine } from './csv.ts'
import type { filterTickets } from './filter-tickets.ts'
import type { Team } from './models/team.ts'
import type { Ticket } from './models/ticket.ts'

/** The columns of a CSV file of tickets, with the value of a ticket in each. The team's own fields come after them. */
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

/** The names of all columns, such as `subject` and `fields.serial_number`. `importTickets` reads the same columns. */
export function columnsOf(team: Team): readonly string[] {
  return [...Object.keys(columns), ...team.fields.map(({ key }) => `fields.${key}`)]
}

/** Writes tickets as a CSV file, one batch at a time. */
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
