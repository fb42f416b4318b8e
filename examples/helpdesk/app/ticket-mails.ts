import { mail } from 'tenon/mail'
import type { Team } from './models/team.ts'
import type { Ticket } from './models/ticket.ts'

/** Mails an answer to the customer. */
export async function sendAnswer(ticket: Ticket, team: Team, text: string): Promise<void> {
  await mail('Tickets/Answer', {
    team: team.name,
    customer: ticket.customer_name,
    subject: ticket.subject,
    text,
  })
    .to(ticket.customer_email)
    .send()
}
