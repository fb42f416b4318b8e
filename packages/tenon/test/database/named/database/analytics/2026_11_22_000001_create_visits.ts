import { c, createTable, migration } from 'tenon/migrations'

export default migration([
  createTable('visits', { id: c.id(), path: c.text().unique(), count: c.integer().default(0) }),
])
