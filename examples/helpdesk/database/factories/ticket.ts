import { factory } from 'tenon/factories'
import { Label } from '../../app/models/label.ts'
import { Ticket } from '../../app/models/ticket.ts'
import { teams } from './team.ts'

const team_id = async () => (await teams.create()).id

export const tickets = factory(Ticket, (n) => ({
  team_id,
  subject: `Ticket ${n}`,
  body: 'It does not work.',
  customer_name: `Customer ${n}`,
  customer_email: `customer${n}@example.com`,
}))

export const labels = factory(Label, (n) => ({ team_id, name: `Label ${n}` }))
