import { del, get, group, post, put, type HttpRequest } from 'tenon'
import { limit } from 'tenon/limits'
import { auth } from './auth.ts'
import { ticketChannel } from './channels/ticket-channel.ts'
import * as bin from './controllers/tickets/bin.ts'
import * as comments from './controllers/tickets/comments.ts'
import * as fields from './controllers/tickets/fields.ts'
import * as imports from './controllers/tickets/imports.ts'
import * as incidents from './controllers/tickets/incidents.ts'
import * as labels from './controllers/tickets/labels.ts'
import * as reports from './controllers/tickets/reports.ts'
import * as savedLists from './controllers/tickets/saved-lists.ts'
import * as tickets from './controllers/tickets/tickets.ts'
import { asMember } from './member.ts'
import { IncidentPolicy } from './policies/incident-policy.ts'
import { LabelPolicy } from './policies/label-policy.ts'
import { TeamPolicy } from './policies/team-policy.ts'
import { TicketPolicy } from './policies/ticket-policy.ts'

const toUser = (request: HttpRequest) => `${request.get(auth.user)?.id}`

/** While somebody writes, the browser sends a request every three seconds. */
const signsPerUser = limit({ limit: 60, per: '1m' }).by(toUser)

/** Each import may add 10,000 tickets. */
const importsPerUser = limit({ limit: 20, per: '10m' }).by(toUser)

export const ticketRoutes = [
  group('/teams/{team}', [
    get('/tickets', tickets.index).name('tickets.index').can(TicketPolicy.viewAny),
    put('/tickets', tickets.decideAll).name('tickets.decide-all').can(TicketPolicy.updateAll),
    get('/tickets.csv', tickets.download).name('tickets.download').can(TicketPolicy.viewAny),
    get('/tickets/create', tickets.create).name('tickets.create').can(TicketPolicy.create),
    post('/tickets', tickets.store).name('tickets.store').can(TicketPolicy.create),
    get('/tickets/{ticket}', tickets.show).name('tickets.show').can(TicketPolicy.view),
    put('/tickets/{ticket}', tickets.update).name('tickets.update').can(TicketPolicy.update),
    del('/tickets/{ticket}', tickets.destroy).name('tickets.destroy').can(TicketPolicy.delete),
    get('/tickets/{ticket}/channel', ticketChannel).name('tickets.channel').can(TicketPolicy.view),
    post('/tickets/{ticket}/write', tickets.write)
      .name('tickets.write')
      .middleware(signsPerUser)
      .can(TicketPolicy.update),
    post('/tickets/{ticket}/comments', comments.store)
      .name('comments.store')
      .formPage('tickets.show')
      .can(TicketPolicy.update),
    get('/attachments/{attachment}', comments.file)
      .name('attachments.show')
      .can(TicketPolicy.viewAny),

    get('/import', imports.create).name('imports.create').can(TicketPolicy.import),
    post('/import', imports.store)
      .name('imports.store')
      .middleware(imports.tooLarge)
      .middleware(importsPerUser)
      .can(TicketPolicy.import),

    get('/bin', bin.index).name('bin.index').can(TicketPolicy.restore),
    post('/bin', bin.restore).name('bin.restore').can(TicketPolicy.restore),

    get('/incidents', incidents.index).name('incidents.index').can(IncidentPolicy.viewAny),
    post('/incidents', incidents.store).name('incidents.store').can(IncidentPolicy.create),
    put('/incidents/{incident}', incidents.end).name('incidents.end').can(IncidentPolicy.update),

    post('/lists', savedLists.store)
      .name('saved-lists.store')
      .formPage('tickets.index')
      .can(TicketPolicy.viewAny),
    del('/lists/{list}', savedLists.destroy).name('saved-lists.destroy').can(TicketPolicy.viewAny),
    get('/reports', reports.show).name('reports.show').can(TicketPolicy.viewAny),

    get('/fields', fields.index).name('fields.index').can(TeamPolicy.view),
    post('/fields', fields.store).name('fields.store').can(TeamPolicy.update),
    del('/fields', fields.destroy).name('fields.destroy').can(TeamPolicy.update),

    get('/labels', labels.index).name('labels.index').can(LabelPolicy.viewAny),
    post('/labels', labels.store).name('labels.store').can(LabelPolicy.create),
    del('/labels/{label}', labels.destroy).name('labels.destroy').can(LabelPolicy.delete),
  ])
    .middleware(auth.verified)
    .middleware(asMember),
] as const
