import { transaction } from 'tenon/database'
import { task } from 'tenon/schedule'
import { Membership } from '../models/membership.ts'
import { Ticket } from '../models/ticket.ts'
import { sendOverdue } from '../ticket-mails.ts'

/** Makes overdue open tickets urgent, and tells the members to whom they are assigned. */
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
        const { assignee, team_id } = ticket
        await transaction(async () => {
          await ticket.update({ priority: 'urgent' })
          if (assignee === null) return
          const memberships = Membership.ofAnyone().where('team_id', team_id)
          const isMember = await memberships.where('user_id', assignee.id).exists()
          if (isMember) await sendOverdue(ticket, assignee)
        })
      }
    }
  })
