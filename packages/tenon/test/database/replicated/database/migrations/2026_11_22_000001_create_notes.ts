import { c, createTable, migration } from 'tenon/migrations'

export default migration([
  createTable('notes', { id: c.id(), text: c.text().unique() }),
  createTable('users', {
    id: c.id(),
    name: c.text().unique(),
    password: c.text().hidden(),
  }),
])
