import { inLanguage } from 'tenon/languages/server'
import { mail } from 'tenon/mail'
import { inLanguageOf } from './in-language-of.ts'
import type { Team } from './models/team.ts'
import type { Ticket } from './models/ticket.ts'
import type { User } from './models/user.ts'
import { muteTicket } from './mute-ticket.ts'
import { findInbox, toReplyAddress } from './reply-address.ts'
import { signTicketLink } from './ticket-link.ts'

/** Mails an answer to the customer. */
export function sendAnswer(ticket: Ticket, team: Team, text: string): Promise<void> {
  return toCustomer(ticket, () => mail('Tickets/Answer', { ...toProps(ticket, team), text }))
}

/** Mails the customer the link to a new ticket, without any text that was typed. */
export function sendReceipt(ticket: Ticket, team: Team): Promise<void> {
  return toCustomer(ticket, () => mail('Tickets/Received', toReceipt(ticket, team)))
}

/** Tells the customer that the ticket is solved, and asks what they think of the help. */
export function sendSolved(ticket: Ticket, team: Team): Promise<void> {
  return toCustomer(ticket, () => mail('Tickets/Solved', toProps(ticket, team)))
}

/** Mails the customer in their language, with the ticket's reply address. Sends nothing if the ticket is muted. */
async function toCustomer(ticket: Ticket, write: () => ReturnType<typeof mail>): Promise<void> {
  if (ticket.is_muted) return
  await inLanguage(ticket.customer_language, () => {
    const addressed = write()
      .to(ticket.customer_email)
      .unsubscribe(muteTicket, { ticket: ticket.id })
    const inbox = findInbox()
    return (inbox ? addressed.replyTo(toReplyAddress(inbox, ticket.id)) : addressed).send()
  })
}

function toProps(ticket: Ticket, team: Team) {
  const { customer_name: customer, subject } = ticket
  return { ...toReceipt(ticket, team), customer, subject }
}

function toReceipt(ticket: Ticket, team: Team) {
  return {
    team: team.name,
    ticket: ticket.id,
    link: signTicketLink(ticket),
    takesReplies: findInbox() !== undefined,
  }
}

/** Tells a member that a note mentions them. */
export async function sendMention(
  ticket: Ticket,
  author: User,
  to: User,
  text: string,
): Promise<void> {
  const { id, team_id, subject: title } = ticket
  const props = { author: author.name, team: team_id, ticket: id, title, text }
  await inLanguageOf(to, () => mail('Tickets/Mentioned', props).to(to.email).send())
}

/** Tells a member that a ticket of theirs is overdue. */
export async function sendOverdue(ticket: Ticket, assignee: User): Promise<void> {
  const { id, team_id, subject: title } = ticket
  const props = { name: assignee.name, team: team_id, ticket: id, title }
  await inLanguageOf(assignee, () => mail('Tickets/Overdue', props).to(assignee.email).send())
}
