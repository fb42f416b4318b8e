import { audited } from 'tenon/audit'
import { belongsTo, c, hasMany, manyToMany, Model, softDeletes, timestamps } from 'tenon/models'
import { priorities, statuses } from '../../resources/components/tickets/choices.ts'
import { attachments } from '../disks.ts'
import { FieldValues } from '../fields.ts'
import { Label } from './label.ts'
import { Membership } from './membership.ts'
import { Team } from './team.ts'
import { User } from './user.ts'

/** A request of a customer. */
export class Ticket extends Model(
  'tickets',
  {
    id: c.id(),
    team_id: c
      .integer()
      .owner(() => Team)
      .references('teams.id', { onDelete: 'cascade' }),
    assignee_id: c.integer().nullable().references('users.id', { onDelete: 'set null' }).index(),
    subject: c.text({ max: 200 }),
    body: c.text({ max: 20_000 }),
    customer_name: c.text({ max: 100 }),
    customer_email: c.text({ max: 254 }),
    /** The language in which the customer wrote; `null` if a member has added the ticket. */
    customer_language: c.text({ max: 10 }).nullable(),
    status: c.enum(statuses).default('open'),
    priority: c.enum(priorities).default('normal'),
    due_on: c.date().nullable(),
    solved_on: c.date().nullable(),
    /** How the customer rates the help, from 1 (bad) to 5. */
    rating: c.integer().nullable(),
    /** In euros. */
    cost: c.decimal(10, 2).nullable(),
    fields: c.json(FieldValues).default({}),
    /** Whether the customer wants no more mails about it. */
    is_muted: c.boolean().default(false),
    ...timestamps(),
    ...softDeletes(),
  },
  { search: ['subject', 'body'] },
) {
  static readonly assignee = belongsTo(() => User, 'assignee_id')
  static readonly comments = hasMany(() => Comment, 'ticket_id')
  static readonly labels = manyToMany(() => Label, {
    through: 'ticket_labels',
    local: 'ticket_id',
    target: 'label_id',
  })
}

/** Records who changed what, without copies of the customer's name, address and text. */
export const ticketAudit = audited(Ticket, {
  without: ['body', 'customer_name', 'customer_email'],
})

/**
 * Unassigns the tickets of a member who leaves a team. It works in batches, because each change is audited. If an
 * account is deleted, the foreign key of `assignee_id` does this.
 */
Membership.on('deleted', async ({ team_id, user_id }) => {
  const assigned = Ticket.ofAnyone().withDeleted().where('team_id', team_id)
  for await (const tickets of assigned.where('assignee_id', user_id).batches(1000)) {
    const keys = tickets.map(({ id }) => id)
    await assigned.where('id', 'in', keys).update({ assignee_id: null })
  }
})

/** An answer to the customer or by them, or an internal note that only members of the team see. */
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
  is_by_customer: c.boolean().default(false),
  /** The `Message-ID` of the mail, so that it is added only once; `null` if the comment did not come by mail. */
  message_id: c.text({ max: 500 }).nullable().unique(),
  created_at: c.timestamp().onCreate(() => new Date()),
}) {
  static readonly author = belongsTo(() => User, 'author_id')
  static readonly attachments = hasMany(() => Attachment, 'comment_id')
}

/** A file that came with a comment. */
export class Attachment extends Model('attachments', {
  id: c.id(),
  comment_id: c
    .integer()
    .owner(() => Comment)
    .references('comments.id', { onDelete: 'cascade' })
    .index(),
  file: c.file(attachments),
  /** The name that the sender gave the file. */
  name: c.text({ max: 200 }),
  type: c.text({ max: 100 }),
  size_bytes: c.integer(),
}) {}
