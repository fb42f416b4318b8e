import { addColumn, c, createIndex, createTable, migration } from 'tenon/migrations'

export default migration([
  addColumn('tickets', 'cost', c.decimal(10, 2).nullable()),
  addColumn('tickets', 'is_muted', c.boolean().default(false)),
  addColumn('tickets', 'deleted_at', c.timestamp().nullable()),
  createTable('incidents', {
    id: c.id(),
    team_id: c.integer().references('teams.id', { onDelete: 'cascade' }),
    title: c.text(),
    body: c.text(),
    created_at: c.timestamp(),
    ended_at: c.timestamp().nullable(),
  }),
  createIndex('incidents', ['team_id', 'id']),
])
