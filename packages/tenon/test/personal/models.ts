import { accounts } from 'tenon/auth'
import { audited } from 'tenon/audit'
import { belongsTo, belongsToAny, c, Model, softDeletes } from 'tenon/models'

export class User extends Model('users', {
  id: c.id(),
  name: c.text().personal(),
  email: c.text().unique({ caseInsensitive: true }).personal(),
  password: c.text().nullable().hidden(),
  passport: c.text().nullable().hidden().personal(),
  born_on: c.date().nullable().personal(),
  height: c.integer().default(0).personal(),
  language: c.text().default('en'),
}) {}

/** Stands in for `beforeErase` of the accounts. */
export const erasing: { before?: ((user: User) => Promise<void>) | undefined } = {}

export const auth = accounts(User, {
  login: 'email',
  password: 'password',
  beforeErase: (user) => erasing.before?.(user),
})

export class Team extends Model('teams', { id: c.id(), name: c.text() }) {}

/** Two columns lead to users. */
export class Ticket extends Model('tickets', {
  id: c.id(),
  team_id: c
    .integer()
    .references('teams.id')
    .owner(() => Team),
  author_id: c.integer().references('users.id'),
  assignee_id: c.integer().nullable().references('users.id', { onDelete: 'set null' }),
  title: c.text(),
  phone: c.text().nullable().default('-').personal({ of: 'author_id', erased: null }),
  reply_to: c.text().personal({ of: 'author_id', erased: 'nobody@example.com' }),
}) {
  static author = belongsTo(() => User, 'author_id')
}
export const ticketAudit = audited(Ticket)

export class Order extends Model('orders', {
  id: c.id(),
  user_id: c.integer().references('users.id', { onDelete: 'restrict' }),
  total: c.decimal(10, 2),
  street: c.text().nullable().personal(),
  pickup: c.text().unique().personal(),
}) {}

/** It leads to a person through its order. */
export class Line extends Model(
  'lines',
  {
    order_id: c.integer().references('orders.id', { onDelete: 'cascade' }),
    position: c.integer(),
    engraving: c.text().nullable().personal({ of: 'order_id' }),
  },
  { primaryKey: ['order_id', 'position'] },
) {}

/** Its rows are deleted, also those that are marked as deleted. */
export class Note extends Model(
  'notes',
  {
    id: c.uuidId(),
    user_id: c.integer().references('users.id', { onDelete: 'cascade' }),
    text: c.text(),
    ...softDeletes(),
  },
  { onErase: 'delete' },
) {}

/** A key of several models. */
export class Comment extends Model('comments', {
  id: c.id(),
  by_type: c.text(),
  by_id: c.integer(),
  text: c.text().personal(),
}) {
  static writer = belongsToAny(() => [User, Team], 'by_id', { type: 'by_type' })
}

/** It has the address of a person, and no key. */
export class Invitation extends Model('invitations', {
  id: c.id(),
  email: c.text().personal({ of: 'users.email' }),
  name: c.text().nullable().personal({ of: 'email' }),
}) {}

/** A person who does not log in. */
export class Supplier extends Model('suppliers', {
  id: c.id(),
  contact: c.text().personal({ of: 'id' }),
  buyer_id: c.integer().nullable().references('users.id'),
}) {}

export const models = { User, Team, Ticket, Order, Line, Note, Comment, Invitation, Supplier }
