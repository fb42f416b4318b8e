import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTables } from '../../../../test/support/create-tables.ts'
import { forEachDialect } from '../../../../test/support/for-each-dialect.ts'
import { c, softDeletes } from '../../columns/columns.ts'
import { withDatabase } from '../../database/current-database.ts'
import { hasMany } from '../../relations/relation.ts'
import { Model } from '../model.ts'
import { readsOf } from '../watching/reads-of.ts'

class Person extends Model('people', {
  id: c.id(),
  name: c.text(),
  is_active: c.boolean().default(true),
  boss_id: c.integer().nullable(),
  email: c.text().unique({ caseInsensitive: true }).nullable(),
  ...softDeletes(),
}) {
  static readonly tickets = hasMany(() => Ticket, 'person_id')
}

class Ticket extends Model('tickets', {
  id: c.id(),
  person_id: c.integer().nullable(),
  title: c.text(),
  cost: c.decimal(8, 2).default('0.00'),
}) {}

class Price extends Model('prices', {
  id: c.id(),
  rough: c.decimal(8, 1),
  fine: c.decimal(8, 2),
  least: c.decimal(6, 2),
  weight: c.real(),
  made_on: c.date(),
}) {}

forEachDialect('a query in a list', (open) => {
  const withTickets = async (body: () => Promise<void>) => {
    const database = await open()
    await createTables(database, Person, Ticket, Price)
    await withDatabase(database, async () => {
      const ada = await Person.create({ name: 'Ada' })
      const bob = await Person.create({ name: 'Bob', is_active: false, boss_id: ada.id })
      const eve = await Person.create({ name: 'Eve', boss_id: bob.id })
      await eve.delete()
      for (const [title, person] of [
        ['a', ada],
        ['b', bob],
        ['e', eve],
      ] as const) {
        await Ticket.create({ title, person_id: person.id })
      }
      await Ticket.create({ title: 'none' })
      await body()
    })
  }
  const active = () => Person.where('is_active', true).select('id')

  it('keeps the rows whose value it reads, without deleted ones', () =>
    withTickets(async () => {
      const tickets = Ticket.where('person_id', 'in', active())

      assert.deepEqual(await tickets.pluck('title'), ['a'])
      assert.deepEqual(await tickets.orWhere('title', 'none').orderByKey().pluck('title'), [
        'a',
        'none',
      ])
      assert.deepEqual(await tickets.where('id', 1).pluck('title'), ['a'])
      assert.equal(await Ticket.where('person_id', 'in', active()).update({ title: 'x' }), 1)
    }))

  it('treats null like a list of values does: it is in none, and outside of none', () =>
    withTickets(async () => {
      const bosses = Person.query().withDeleted().select('boss_id')

      const listed = await Ticket.where('person_id', 'not in', [1]).orderByKey().pluck('title')
      const apart = await Ticket.where('person_id', 'not in', active()).orderByKey().pluck('title')
      const one = await Ticket.where('id', 2).where('person_id', 'not in', active()).count()

      assert.deepEqual(listed, ['b', 'e'])
      assert.deepEqual(apart, listed)
      assert.equal(one, 1)
      // A null among the values, which would make every `not in` of SQL unknown.
      assert.deepEqual(await Person.where('id', 'in', bosses).orderByKey().pluck('name'), [
        'Ada',
        'Bob',
      ])
      const free = await Person.query().withDeleted().where('id', 'not in', bosses).pluck('name')
      assert.deepEqual(free, ['Eve'])
    }))

  it('can be nested, also inside of whereHas', () =>
    withTickets(async () => {
      const named = Person.where('name', 'Ada').select('id')
      const staff = Person.where('boss_id', 'in', named).select('id')

      const found = await Ticket.where('person_id', 'in', staff).orderByKey().pluck('title')
      const people = await Person.query()
        .whereHas('tickets', (tickets) => tickets.where('person_id', 'in', active()))
        .pluck('name')

      assert.deepEqual(found, ['b'])
      assert.deepEqual(people, ['Ada'])
    }))

  it('is seen by those who follow what a function reads', () =>
    withTickets(async () => {
      const reads = readsOf([Ticket.where('person_id', 'in', active())])

      assert.deepEqual(Object.keys(reads), ['people', 'tickets'])
    }))

  it('is refused where the databases would not agree', () =>
    withTickets(async () => {
      const refused = { code: 'E_QUERY_VALUE' }
      const people = Person.query()

      assert.throws(() => Ticket.where('person_id', 'in', people.select('id').limit(1)), refused)
      assert.throws(
        () => Ticket.where('person_id', 'in', people.groupBy('id') as never),
        /may only have conditions/,
      )
      assert.throws(
        () => Ticket.where('person_id', 'in', people.select('id', 'boss_id') as never),
        /must read one column/,
      )
      assert.throws(() => Ticket.where('title', 'in', people.select('email')), /ignores case/)
      assert.throws(() => Price.where('fine', 'in', Price.query().select('rough')), /another type/)
      assert.throws(() => Ticket.where('person_id', 'in', people as never), refused)
      for (const other of ['rough', 'weight', 'made_on'] as const) {
        assert.throws(
          () => Price.query().whereColumn('fine', '=', other),
          { ...refused, message: /of another type/ },
          other,
        )
      }
      await Price.create({
        rough: '1.5',
        fine: '1.50',
        least: '1.25',
        weight: 1,
        made_on: '2026-01-01',
      })
      assert.equal(await Price.query().whereColumn('least', '<', 'fine').count(), 1)
    }))
})
