import { belongsTo } from '../../relations/relation.ts'
import { c } from '../../columns/columns.ts'
import { DatabaseView } from './database-view.ts'
import { Model } from '../model.ts'

class Team extends Model('teams', { id: c.id() }) {}
class City extends Model('cities', { id: c.id(), name: c.text() }) {}

class Customer extends DatabaseView('customer_list', {
  id: c.id(),
  name: c.text().nullable(),
  city_id: c.integer(),
}) {
  static readonly city = belongsTo(() => City, 'city_id')
}

class Sale extends DatabaseView(
  'sales',
  { store: c.text(), day: c.date(), total: c.decimal(12, 2) },
  { primaryKey: ['store', 'day'] },
) {}

class TeamCustomer extends DatabaseView('team_customers', {
  id: c.id(),
  team_id: c.integer().owner(() => Team),
}) {}

declare const team: Team
declare const customer: Customer
customer.name satisfies string | null
void Customer.find(1)
void Customer.with('city').where('name', 'contains', 'a').orderBy('name').paginate()
void customer.load(Customer.city)
void Sale.find({ store: 'a', day: '2026-11-20' })
void TeamCustomer.of(team).all()

// @ts-expect-error: customer_list is a view of the database
void Customer.create({ name: 'a', city_id: 1 })
// @ts-expect-error: the same
void Customer.createMany([])
// @ts-expect-error: the same
void Customer.upsert([], { by: ['id'] })
// @ts-expect-error: the same
void Customer.update(1, { name: 'a' })
// @ts-expect-error: the same
void Customer.delete(1)
// @ts-expect-error: the database writes a generated column
void customer.update({ name: 'a' })
// @ts-expect-error: the same in a query
void Customer.where('id', 1).update({ name: 'a' })
// @ts-expect-error: the same within an owner
void TeamCustomer.of(team).update({ id: 1 })
// @ts-expect-error: team_customers belong to teams
void TeamCustomer.all()
// @ts-expect-error: a view has a key, like any model
void DatabaseView('names', { name: c.text() })
