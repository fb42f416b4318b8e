import { c, createTable, migration } from '../../../../../src/migrations.ts'

export default migration([
  createTable('users', {
    id: c.id(),
    email: c.text().unique(),
    password: c.text(),
    letter: c.text(),
  }),
])
