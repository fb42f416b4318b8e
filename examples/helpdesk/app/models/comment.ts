import { belongsTo, c, Model } from 'tenon/models'
import { Ticket } from './ticket.ts'
import { User } from './user.ts'

/** An answer to the customer, or an internal note that only members of the team see. */
export class Comment extends Model('comments', {
  id: c.id(),
  ticket_id: c
    .integer()
    .owner(() => Ticket)
    .references('tickets.id', { onDelete: 'cascade' })
    .index(),
  author_id: c.integer().nullable().references('users.id', { onDelete: 'set null' }).index(),
  body: c.text({ max: 20_000 }),
  is_internal: c.boolean(),
  created_at: c.timestamp().onCreate(() => new Date()),
}) {
  static readonly author = belongsTo(() => User, 'author_id')
}
