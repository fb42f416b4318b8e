import { policy } from 'tenon/auth'
import { isAtLeast } from '../../resources/components/teams/roles.ts'
import { member } from '../member.ts'
import { Ticket } from '../models/ticket.ts'

/** What members may do with the tickets of their team. */
export const TicketPolicy = policy({ user: member }, Ticket, {
  viewAny: () => true,
  create: () => true,
  import: ({ role }) => isAtLeast(role, 'admin'),
  view: () => true,
  update: () => true,
  updateAll: () => true,
  delete: ({ role }) => isAtLeast(role, 'admin'),
  restore: ({ role }) => isAtLeast(role, 'admin'),
})
