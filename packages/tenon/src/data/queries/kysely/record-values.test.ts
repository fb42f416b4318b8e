import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { createTables } from '../../../../test/support/create-tables.ts'
import { forEachDialect } from '../../../../test/support/for-each-dialect.ts'
import { c } from '../../columns/columns.ts'
import { withDatabase } from '../../database/current-database.ts'
import { kyselyFor, type Tables } from '../../models/kysely-models.ts'
import { Model } from '../../models/model.ts'

class Owner extends Model('owners', { id: c.id(), name: c.text() }) {}

const hours = {
  toStored: (value: number) => `${value}h`,
  fromStored: (stored: string) => Number.parseInt(stored, 10),
}

class Payment extends Model('payments', {
  id: c.id(),
  owner_id: c.integer(),
  price: c.decimal(10, 2),
  rate: c.decimal(18, 4).nullable(),
  booked_on: c.date(),
  paid_at: c.timestamp(),
  number: c.bigint(),
  within: c.text({ max: 3 }).cast(hours),
}) {}

const models = { Owner, Payment }
interface DB extends Tables<typeof models> {}
const db = kyselyFor<typeof models, DB>(models)

const one = {
  owner_id: 1,
  price: '13.20',
  rate: '12345678901234.5678',
  booked_on: '2026-02-28',
  paid_at: new Date('2026-11-20T09:30:00.123Z'),
  number: 9_223_372_036_854_775_807n,
  within: 24,
}
const two = { ...one, price: '-0.05', rate: null, number: -9_007_199_254_740_993n, within: 1 }

forEachDialect('Values of Kysely beside models (P8 of issue 23)', (open) => {
  const withPayments = async (body: () => Promise<void>) => {
    const database = await open()
    await createTables(database, Owner, Payment)
    await withDatabase(database, async () => {
      await Owner.create({ name: 'Ada' })
      await Payment.createMany([one, two])
      await body()
    })
  }
  const prices = async () => (await Payment.orderBy('id').all()).map(({ price }) => price)

  it('reads the same decimals, dates and big integers as models', () =>
    withPayments(async () => {
      const read = await db().selectFrom('payments').selectAll().orderBy('id').execute()

      assert.deepEqual(read, [
        { id: 1, ...one },
        { id: 2, ...two },
      ])
      const records = await Payment.orderBy('id').all()
      assert.deepEqual(JSON.stringify(read, toText), JSON.stringify(records, toText))
    }))

  it('reads them from joins, under other names', () =>
    withPayments(async () => {
      const read = await db()
        .selectFrom('owners')
        .leftJoin('payments as p', 'p.owner_id', 'owners.id')
        .select(['p.price as cost', 'p.number as reference', 'p.paid_at as at'])
        .where('p.price', '=', '13.20')
        .execute()

      assert.deepEqual(read, [{ cost: one.price, reference: one.number, at: one.paid_at }])
    }))

  it('reads them from subqueries and common table expressions', () =>
    withPayments(async () => {
      const nested = await db()
        .selectFrom(db().selectFrom('payments as p').select(['p.price as cost', 'paid_at']).as('n'))
        .selectAll()
        .where('n.cost', '>', '1.00')
        .execute()
      const common = await db()
        .with('paid', (with_) => with_.selectFrom('payments').select(['price', 'number']))
        .selectFrom('owners')
        .innerJoin('paid as p', (join) => join.on('p.price', '<', '0.00'))
        .select(['name', 'p.price', 'p.number'])
        .execute()

      assert.deepEqual(nested, [{ cost: one.price, paid_at: one.paid_at }])
      assert.deepEqual(common, [{ name: 'Ada', price: two.price, number: two.number }])
    }))

  it('reads expressions as the database returns them', () =>
    withPayments(async () => {
      const read = await db()
        .selectFrom('payments')
        .select(({ fn }) => [fn.max('price').as('price'), sql<number>`1`.as('paid_at')])
        .executeTakeFirstOrThrow()

      assert.deepEqual(read, { price: open.dialect === 'sqlite' ? 1320 : '13.20', paid_at: 1 })
    }))

  it('writes what models read', () =>
    withPayments(async () => {
      await db()
        .insertInto('payments')
        .values([one, { ...two, rate: undefined }])
        .execute()
      await db().updateTable('payments').set({ price: '99.9' }).where('id', '=', 2).execute()
      await db()
        .insertInto('payments')
        .values({ id: 1, ...one })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ price: '0.01', within: 7 }))
        .execute()

      assert.deepEqual(await prices(), ['0.01', '99.90', '13.20', '-0.05'])
      assert.deepEqual(
        (await Payment.orderBy('id').all()).map((payment) => [payment.rate, payment.within]),
        [
          [one.rate, 7],
          [null, 1],
          [one.rate, 24],
          [null, 1],
        ],
      )
    }))

  it('compares with the values of models', () =>
    withPayments(async () => {
      const payments = db().selectFrom('payments').select('id').orderBy('id')
      const found = await Promise.all([
        payments.where('price', '=', '13.2').execute(),
        payments.where('payments.price', '<', '5').execute(),
        payments.where('price', 'in', ['13.20', '99.00']).execute(),
        payments.where((eb) => eb.between('price', '-1.00', '0.00')).execute(),
        payments.where((eb) => eb(eb.val('13.20'), '=', eb.ref('price'))).execute(),
        payments.where('rate', 'is', null).execute(),
        payments.where('within', '=', 24).execute(),
        payments.where('within', '<>', 1234).where('id', '=', 1).execute(),
        payments.where('number', '=', two.number).execute(),
      ])

      assert.deepEqual(
        found.map((rows) => rows.map(({ id }) => id)),
        [[1], [2], [1], [2], [1], [2], [1], [1], [2]],
      )
    }))

  it('compares in subqueries with columns of the query around them', () =>
    withPayments(async () => {
      const found = await db()
        .with('cheap', (with_) => with_.selectFrom('payments').selectAll().where('price', '<', '1'))
        .selectFrom('owners as o')
        .select('o.name')
        .where((eb) =>
          eb.exists(eb.selectFrom('cheap').select('id').where('cheap.price', '=', '-0.05')),
        )
        .execute()
      const removed = await db().deleteFrom('payments').where('price', '=', '-0.05').execute()

      assert.deepEqual(found, [{ name: 'Ada' }])
      assert.equal(removed[0]?.numDeletedRows, 1n)
    }))

  it('refuses a decimal with more digits than the column has', () =>
    withPayments(async () => {
      const written = db()
        .insertInto('payments')
        .values({ ...one, price: '1.005' })
        .execute()

      await assert.rejects(written, {
        errors: {
          price: 'The price must be a number with up to 8 digits before the point and 2 after it',
        },
      })
      assert.deepEqual(await prices(), ['13.20', '-0.05'])
    }))
})

function toText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
