import { transaction } from 'tenon/database'
import { task } from 'tenon/schedule'
import { Ticket } from '../models/ticket.ts'
import { sendOverdue } from '../ticket-mails.ts'

/** Makes open tickets urgent whose day has passed, and tells whom they are assigned to. */
export const escalate = task('tickets:escalate')
  .every('1h')
  .withoutOverlapping()
  .run(async ({ tick, signal }) => {
    const overdue = Ticket.ofAnyone()
      .where('status', 'open')
      .where('due_on', '<', tick.toISOString().slice(0, 10))
      .where('priority', '!=', 'urgent')
      .with('assignee')
    for await (const tickets of overdue.batches(100)) {
      for (const ticket of tickets) {
        signal.throwIfAborted()
        await transaction(async () => {
          await ticket.update({ priority: 'urgent' })
          if (ticket.assignee !== null) await sendOverdue(ticket, ticket.assignee)
        })
      }
    }
  })
