import { c, createTable, migration } from 'tenon/migrations'

export default migration([
  createTable('users', {
    id: c.id(),
    name: c.text(),
    email: c.text().unique({ caseInsensitive: true }),
    password: c.text(),
    verified_at: c.timestamp().nullable(),
    created_at: c.timestamp(),
  }),
])
