import { c, createTable, migration } from 'tenon/migrations'

export default migration([
  createTable('todos', {
    id: c.id(),
    title: c.text(),
    completed: c.boolean().default(false),
    created_at: c.timestamp(),
    completed_at: c.timestamp().nullable(),
  }),
])
