import { c, createIndex, createSearchIndex, createTable, migration } from 'tenon/migrations'

export default migration([
  createTable('tickets', {
    id: c.id(),
    team_id: c.integer().references('teams.id', { onDelete: 'cascade' }),
    assignee_id: c.integer().nullable().references('users.id', { onDelete: 'set null' }).index(),
    subject: c.text(),
    body: c.text(),
    customer_name: c.text(),
    customer_email: c.text(),
    status: c.enum(['open', 'waiting', 'solved']).default('open'),
    priority: c.enum(['low', 'normal', 'high', 'urgent']).default('normal'),
    due_on: c.date().nullable(),
    created_at: c.timestamp(),
    updated_at: c.timestamp(),
  }),
  createIndex('tickets', ['team_id', 'updated_at', 'id']),
  createSearchIndex('tickets', ['subject', 'body']),
  createTable('comments', {
    id: c.id(),
    ticket_id: c.integer().references('tickets.id', { onDelete: 'cascade' }).index(),
    author_id: c.integer().nullable().references('users.id', { onDelete: 'set null' }).index(),
    body: c.text(),
    is_internal: c.boolean(),
    created_at: c.timestamp(),
  }),
  createTable('labels', {
    id: c.id(),
    team_id: c.integer().references('teams.id', { onDelete: 'cascade' }),
    name: c.text().unique({ caseInsensitive: true, within: 'team_id' }),
    hue: c.enum(['blue', 'green', 'amber', 'red', 'violet', 'gray']).default('blue'),
  }),
  createTable(
    'ticket_labels',
    {
      ticket_id: c.integer().references('tickets.id', { onDelete: 'cascade' }),
      label_id: c.integer().references('labels.id', { onDelete: 'cascade' }).index(),
    },
    { primaryKey: ['ticket_id', 'label_id'] },
  ),
])
