import { createHmac, timingSafeEqual } from 'node:crypto'
import { handler, noContent, type Middleware } from 'tenon'
import { Forbidden, HttpError, NotFound } from 'tenon/errors'
import { replyMark } from '../../../resources/components/tickets/choices.ts'
import { Comment, Ticket } from '../../models/ticket.ts'
import { findInbox, findTicketKey } from '../../reply-address.ts'
import { IncomingMail } from '../../requests/customer-requests.ts'
import { receiveAnswer } from './customer-tickets.ts'

/** Accepts only requests that the mail provider has signed. Without an inbox, the route is a 404. */
export const fromProvider: Middleware = async (request, next) => {
  const inbox = findInbox()
  if (inbox === undefined) throw new NotFound()
  const right = createHmac('sha256', inbox.INBOX_SECRET)
    .update(await request.bytes())
    .digest()
  const sent = Buffer.from(request.header('x-signature') ?? '', 'hex')
  if (sent.length !== right.length || !timingSafeEqual(sent, right)) throw new Forbidden()
  return next()
}

/**
 * Adds a customer's answer by mail to its ticket, also to one in the bin. A mail that answers no ticket, or was added
 * before, is ignored with a 204. If its ticket was deleted for good, a 410 lets the provider bounce it to the customer.
 */
export const store = handler({ mail: IncomingMail }).run(async ({ mail }) => {
  const { to, text, message_id } = mail
  const inbox = findInbox()
  const key = inbox && findTicketKey(inbox, to)
  const ticket = key && (await Ticket.ofAnyone().withDeleted().find(key))
  const [answer = ''] = text.replaceAll('\0', '').split(replyMark)
  const body = answer.trim().slice(0, 20_000).toWellFormed()
  if (key && !ticket) throw new HttpError(410, 'The ticket was deleted')
  if (!ticket || body === '') return noContent()
  const isKnown = await Comment.of(ticket).where('message_id', message_id).exists()
  if (!isKnown) await receiveAnswer(ticket, { body, message_id })
  return noContent()
})
