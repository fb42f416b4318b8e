import { unsubscribe } from 'tenon/mail'
import { z } from 'zod'
import { Ticket } from './models/ticket.ts'

/** Unsubscribes a customer: they get no more mails about this ticket until they write again. */
export const muteTicket = unsubscribe('ticket', z.object({ ticket: z.int32() })).run(
  async ({ ticket }) => {
    await Ticket.ofAnyone().where('id', ticket).update({ is_muted: true })
  },
)
