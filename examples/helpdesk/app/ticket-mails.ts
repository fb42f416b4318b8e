import { mail } from 'tenon/mail'
import type { Team } from './models/team.ts'
import type { Ticket } from './models/ticket.ts'
import type { User } from './models/user.ts'
import { findInbox, toReplyAddress } from './reply-address.ts'
import { signTicketLink } from './ticket-link.ts'

/** Mails an answer to the customer. */
export async function sendAnswer(ticket: Ticket, team: Team, text: string): Promise<void> {
  await withReplies(ticket, mail('Tickets/Answer', { ...toProps(ticket, team), text })).send()
}

/** Mails the link to a new ticket to the customer. */
export async function sendReceipt(ticket: Ticket, team: Team): Promise<void> {
  await withReplies(ticket, mail('Tickets/Received', toProps(ticket, team))).send()
}

/** Tells the customer that the ticket is solved, and asks what they think of the help. */
export async function sendSolved(ticket: Ticket, team: Team): Promise<void> {
  await withReplies(ticket, mail('Tickets/Solved', toProps(ticket, team))).send()
}

/** Addressed to the customer, whose answer by mail finds the ticket. */
function withReplies(ticket: Ticket, draft: ReturnType<typeof mail>) {
  const addressed = draft.to(ticket.customer_email)
  const inbox = findInbox()
  return inbox ? addressed.replyTo(toReplyAddress(inbox, ticket.id)) : addressed
}

function toProps(ticket: Ticket, team: Team) {
  return {
    team: team.name,
    customer: ticket.customer_name,
    subject: ticket.subject,
    ticket: ticket.id,
    link: signTicketLink(ticket),
    takesReplies: findInbox() !== undefined,
  }
}

/** Tells a member that a ticket of theirs is late. */
export async function sendOverdue(ticket: Ticket, assignee: User): Promise<void> {
  const { id, team_id, subject: title } = ticket
  await mail('Tickets/Overdue', { name: assignee.name, team: team_id, ticket: id, title })
    .to(assignee.email)
    .send()
}
