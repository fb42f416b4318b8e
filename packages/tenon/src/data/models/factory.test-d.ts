import { c } from '../columns/columns.ts'
import { factory } from './factory.ts'
import { Model } from './model.ts'

class Ticket extends Model('tickets', {
  id: c.id(),
  title: c.text(),
  state: c.enum(['open', 'paid']),
  size: c.text<'s' | 'm'>().nullable(),
}) {}

// The texts of an enum need no "as const".
factory(Ticket, (n) => ({ title: `Title ${n}`, state: 'open', size: () => 's' }))

factory(Ticket, () => ({
  title: 'Title',
  // @ts-expect-error -- the enum does not have it
  state: 'opn',
}))

factory(
  Ticket,
  // @ts-expect-error -- the state is missing
  () => ({ title: 'Title' }),
)
