import { addColumn, c, createIndex, createTable, migration } from 'tenon/migrations'

export default migration([
  addColumn('tickets', 'solved_on', c.date().nullable()),
  addColumn('tickets', 'rating', c.integer().nullable()),
  createIndex('tickets', ['team_id', 'status']),
  createIndex('tickets', ['team_id', 'solved_on']),
  createIndex('tickets', ['status', 'due_on']),
  addColumn('comments', 'is_by_customer', c.boolean().default(false)),
  createTable('attachments', {
    id: c.id(),
    comment_id: c.integer().references('comments.id', { onDelete: 'cascade' }).index(),
    file: c.text(),
    name: c.text(),
    type: c.text(),
    size_bytes: c.integer(),
  }),
  createTable('saved_lists', {
    id: c.id(),
    team_id: c.integer().references('teams.id', { onDelete: 'cascade' }),
    name: c.text().unique({ caseInsensitive: true, within: 'team_id' }),
    filter: c.json(),
  }),
])
