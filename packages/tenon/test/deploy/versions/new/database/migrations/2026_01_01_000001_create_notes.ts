import { c, createTable, migration } from '../../../../../../src/migrations.ts'

export default migration([createTable('notes', { id: c.id(), title: c.text() })])
