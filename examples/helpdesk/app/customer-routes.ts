import { get, group, post, put, signed } from 'tenon'
import { limit } from 'tenon/limits'
import * as contact from './controllers/customers/contact.ts'
import * as customerTickets from './controllers/customers/customer-tickets.ts'
import * as incomingMail from './controllers/customers/incoming-mail.ts'
import * as status from './controllers/customers/status.ts'

/** Each of these requests sends a mail to an address that a stranger may have typed. */
const requestsPerClient = limit({ limit: 10, per: '10m' }).by((request) => request.ip)

/** Anyone with the link can answer and send files. Both limits run after `signed`: only people with the link count. */
const answersPerTicket = limit({ limit: 20, per: '10m' }).by(
  (request) => request.param('ticket') ?? '',
)
const answersPerClient = limit({ limit: 40, per: '10m' }).by((request) => request.ip)

export const customerRoutes = [
  group('/contact/{team}', [
    get('/', contact.create).name('contact.create'),
    post('/', contact.store).name('contact.store').middleware(requestsPerClient),
  ]).public(),

  get('/status/{team}', status.show).name('status.show').public(),

  // The signed link is for one ticket, so these routes are not scoped to a team.
  group('/requests/{ticket}', [
    get('/', customerTickets.show).name('requests.show').unscoped(),
    post('/', customerTickets.answer)
      .name('requests.answer')
      .middleware(answersPerTicket)
      .middleware(answersPerClient)
      .unscoped(),
    put('/', customerTickets.rate).name('requests.rate').unscoped(),
  ])
    .middleware(signed)
    .public(),

  post('/incoming-mails', incomingMail.store)
    .name('incoming-mails.store')
    .middleware(incomingMail.fromProvider)
    .allowCrossOrigin()
    .public(),
] as const
