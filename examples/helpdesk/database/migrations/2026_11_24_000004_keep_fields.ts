import { addColumn, c, migration } from 'tenon/migrations'

export default migration([
  addColumn('teams', 'fields', c.json().default([])),
  addColumn('tickets', 'fields', c.json().default({})),
])
