import { addColumn, c, migration } from '../../../../../../src/migrations.ts'

export default migration([addColumn('notes', 'author', c.text().nullable())])
