import { c, createTable, migration } from 'tenon/migrations'

export default migration([
  createTable('users', {
    id: c.id(),
    name: c.text(),
    email: c.text().unique({ caseInsensitive: true }),
    password: c.text().nullable(),
    language: c.text().nullable(),
    time_zone: c.text().nullable(),
    verified_at: c.timestamp().nullable(),
    created_at: c.timestamp(),
  }),
])
