import { channel } from 'tenon/pages'
import { z } from 'zod'
import { auth } from '../auth.ts'
import { Team } from '../models/team.ts'
import { Ticket } from '../models/ticket.ts'

/** Shows members who else has a ticket open, and who is writing an answer. */
export const ticketChannel = channel('ticket', { team: Team, ticket: Ticket, user: auth.user })
  .messages(z.object({ writes: z.number() }))
  .presence(({ user }) => ({ id: user.id, name: user.name }))
