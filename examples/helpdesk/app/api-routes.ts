import { get, group, patch, post } from 'tenon'
import { auth, perToken } from './auth.ts'
import * as tickets from './controllers/api/tickets.ts'
import { asMember } from './member.ts'
import { TicketPolicy } from './policies/ticket-policy.ts'

const ticket = {
  subject: 'The printer burns',
  body: 'It burns since Monday.',
  customer_name: 'Grace Hopper',
  customer_email: 'grace@example.com',
  priority: 'high',
} as const

/** For programs of the team and for agents, with an access token of a member. */
export const apiRoutes = [
  get('/api/teams/{team}/fields', tickets.fields)
    .name('api.fields.index')
    .tool('Lists what the team notes about its tickets')
    .can(TicketPolicy.viewAny)
    .middleware(auth.token('tickets:read'))
    .middleware(perToken)
    .middleware(asMember),
  group('/api/teams/{team}/tickets', [
    group('/', [
      get('/', tickets.index)
        .name('api.tickets.index')
        .tool('Lists the tickets of a team, the last changed first')
        .can(TicketPolicy.viewAny),
      get('/{ticket}', tickets.show)
        .name('api.tickets.show')
        .tool('Shows a ticket and everything that was said')
        .can(TicketPolicy.view),
    ])
      .middleware(auth.token('tickets:read'))
      .middleware(perToken)
      .middleware(asMember),
    group('/', [
      post('/', tickets.store)
        .name('api.tickets.store')
        .tool('Adds a ticket for a customer')
        .describe('Adds a ticket for a customer', { example: ticket })
        .can(TicketPolicy.create),
      patch('/{ticket}', tickets.update)
        .name('api.tickets.update')
        .tool('Changes the status, the priority and the fields of a ticket')
        .can(TicketPolicy.update),
      post('/{ticket}/comments', tickets.comment)
        .name('api.tickets.comment')
        .tool('Answers the customer of a ticket, or adds a note for the team')
        .can(TicketPolicy.update),
    ])
      .middleware(auth.token('tickets:write'))
      .middleware(perToken)
      .middleware(asMember),
  ]),
] as const
