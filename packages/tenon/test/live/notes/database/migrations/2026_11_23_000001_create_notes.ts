import { c, createTable, migration } from '../../../../../src/migrations.ts'

export default migration([
  createTable('notes', { id: c.id(), board: c.integer(), title: c.text() }),
  createTable('users', { id: c.id(), email: c.text().unique(), password: c.text() }),
])
