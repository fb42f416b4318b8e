import { addColumn, c, migration } from 'tenon/migrations'

export default migration([
  addColumn('comments', 'message_id', c.text().nullable().unique({ within: 'ticket_id' })),
])
