import assert from 'node:assert/strict'
import { it } from 'node:test'
import { belongsTo, c, DatabaseView, Model } from 'tenon/models'
import { type Database, withDatabase } from 'tenon/database'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { createTables } from '../support/create-tables.ts'

class Team extends Model('teams', { id: c.id(), name: c.text() }) {}
class Order extends Model('orders', {
  id: c.id(),
  team_id: c.integer().references('teams.id'),
  amount: c.integer(),
}) {}
class Total extends DatabaseView('totals', {
  id: c.id(),
  team_id: c.integer().owner(() => Team),
  amount: c.integer(),
}) {
  static readonly team = belongsTo(() => Team, 'team_id')
}
class Largest extends DatabaseView('totals', {
  id: c.id(),
  team_id: c.integer(),
  amount: c.integer(),
}) {}

forEachDialect('a view of the database', (open) => {
  const withTotals = async (body: (database: Database) => Promise<void>) => {
    const database = await open()
    await createTables(database, Team, Order)
    await database.script(
      'create view totals as select max(id) as id, team_id, cast(sum(amount) as integer) as amount from orders group by team_id',
    )
    await withDatabase(database, async () => {
      const [red, blue] = [await Team.create({ name: 'red' }), await Team.create({ name: 'blue' })]
      await Order.createMany([
        { team_id: red.id, amount: 1 },
        { team_id: red.id, amount: 2 },
        { team_id: blue.id, amount: 5 },
      ])
      await body(database)
    })
  }

  it('is read as a model, within its owner and with its relations', () =>
    withTotals(async () => {
      const red = await Team.findOrFail(1)

      assert.deepEqual(
        (await Largest.orderBy('amount', 'desc').all()).map((each) => each.toJSON()),
        [
          { id: 3, team_id: 2, amount: 5 },
          { id: 2, team_id: 1, amount: 3 },
        ],
      )
      assert.deepEqual(await Total.of(red).pluck('amount'), [3])
      assert.equal(await Total.of(red).find(3), null)
      assert.equal((await Total.ofAnyone().with('team').orderBy('id').all())[0]?.team.name, 'red')
      assert.equal((await Largest.query().paginate()).total, 2)
    }))

  it('refuses every write by name', () =>
    withTotals(async () => {
      const largest = await Largest.findOrFail(3)
      const dynamic: {
        create(values: object): Promise<unknown>
        createMany(rows: readonly object[]): Promise<unknown>
      } = Largest
      const refused = { code: 'E_DATABASE_VIEW' }

      await assert.rejects(dynamic.create({ id: 9, team_id: 1, amount: 1 }), refused)
      await assert.rejects(largest.update({ amount: 1 } as never), refused)
      await assert.rejects(largest.delete(), refused)
      await assert.rejects(Largest.query().delete(), refused)
      await assert.rejects(Largest.query().update({ amount: 1 } as never), refused)
      await assert.rejects(Largest.query().increment('amount' as never, 1 as never), refused)
      await assert.rejects(dynamic.createMany([{ id: 9, team_id: 1, amount: 1 }]), refused)
      assert.equal(await Order.count(), 3)
    }))
})
