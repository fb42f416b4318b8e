import { addColumn, c, migration } from 'tenon/migrations'

export default migration([addColumn('tickets', 'customer_language', c.text().nullable())])
