import { transaction } from 'tenon/database'
import type { UpdateValues } from 'tenon/models'
import type { Team } from './models/team.ts'
import type { Ticket } from './models/ticket.ts'
import { sendSolved } from './ticket-mails.ts'

/** The values of a ticket that a team decides. */
export type Decision = Pick<
  UpdateValues<(typeof Ticket)['columns']>,
  'status' | 'priority' | 'assignee_id' | 'due_on' | 'cost' | 'fields'
>

/** Saves a decision. If it solves the ticket, the customer gets a mail. */
export function decide(ticket: Ticket, team: Team, decision: Decision): Promise<void> {
  const { status = ticket.status } = decision
  const isSolvedNow = status === 'solved' && ticket.status !== 'solved'
  return transaction(async () => {
    await ticket.update({ ...decision, solved_on: toSolvedOn(ticket, status) })
    if (isSolvedNow) await sendSolved(ticket, team)
  })
}

function toSolvedOn({ solved_on }: Ticket, status: Ticket['status']): string | null {
  if (status !== 'solved') return null
  return solved_on ?? new Date().toISOString().slice(0, 10)
}
