import { c, createTable, migration } from 'tenon/migrations'

export default migration([createTable('users', { id: c.id(), name: c.text() })])
