import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTables } from '../support/create-tables.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { belongsTo, c, hasMany, hasOne, Model, softDeletes, view } from '../../src/models.ts'
import { withDatabase } from '../../src/database.ts'
import { describeAnswers } from '../../src/web/binding/answers/description.ts'

class Customer extends Model('customers', { id: c.id(), name: c.text(), ...softDeletes() }) {
  static invoices = hasMany(() => Invoice, 'customer_id')
  static address = hasOne(() => Address, 'customer_id')
}

class Address extends Model('addresses', {
  id: c.id(),
  customer_id: c.integer(),
  city: c.text(),
  ...softDeletes(),
}) {}

class Invoice extends Model('invoices', { id: c.id(), customer_id: c.integer() }) {
  static customer = belongsTo(() => Customer, 'customer_id', { withDeleted: true })
  static present = belongsTo(() => Customer, 'customer_id')
}

const InvoiceView = view(Invoice, ['id']).with('customer', view(Customer, ['name']))

forEachDialect('a relation with withDeleted', (open) => {
  const withInvoices = async (body: () => Promise<void>) => {
    const database = await open()
    await createTables(database, Customer, Address, Invoice)
    await withDatabase(database, async () => {
      for (const name of ['Ada', 'Bob']) {
        const customer = await Customer.create({ name })
        await Invoice.create({ customer_id: customer.id })
      }
      await Customer.where('name', 'Ada').delete()
      await body()
    })
  }

  it('leads to deleted records, read with the others or by a statement of their own', () =>
    withInvoices(async () => {
      const invoices = Invoice.with('customer').with('present').orderBy('id')
      const namesOf = (rows: readonly { customer: Customer; present: Customer | null }[]) =>
        rows.map(({ customer, present }) => [customer.name, present?.name])
      const names = [
        ['Ada', undefined],
        ['Bob', 'Bob'],
      ]
      const [first] = await Invoice.query().orderBy('id').all()

      assert.deepEqual(namesOf(await invoices.all()), names)
      assert.deepEqual(namesOf(await invoices.limit(20).all()), names)
      assert.equal((await first?.load(Invoice.customer))?.name, 'Ada')
      assert.equal(await first?.load(Invoice.present), null)
      assert.deepEqual(
        (await Invoice.query().orderBy('id').select(InvoiceView).all()).map((row) => row.customer),
        [{ name: 'Ada' }, { name: 'Bob' }],
      )
    }))

  it('counts them where records are looked for by the relation', () =>
    withInvoices(async () => {
      assert.equal(await Invoice.query().whereHas('customer').count(), 2)
      assert.equal(await Invoice.query().whereHas('present').count(), 1)
    }))

  it('orders by them, where an order by another relation leaves them out', () =>
    withInvoices(async () => {
      await Invoice.create({ customer_id: (await Customer.create({ name: 'Cleo' })).id })
      const byAny = Invoice.query().orderByRelated('customer', 'name')
      const byPresent = Invoice.query().orderByRelated('present', 'name')

      assert.deepEqual(await byAny.pluck('id'), [1, 2, 3])
      assert.deepEqual(await byPresent.pluck('id'), [2, 3, 1])
    }))

  it('orders by the record of a hasOne that is loaded, whether there were or are several', () =>
    withInvoices(async () => {
      for (const customer_id of [1, 2]) {
        await Address.create({ customer_id, city: customer_id === 1 ? 'Aachen' : 'Zwolle' })
      }
      await Address.query().delete()
      await Address.createMany([
        { customer_id: 1, city: 'Oslo' },
        { customer_id: 2, city: 'Kyiv' },
        { customer_id: 2, city: 'Zwolle' },
      ])
      const customers = Customer.query().withDeleted().orderByRelated('address', 'city')

      assert.deepEqual(
        (await customers.with('address').all()).map(({ address }) => address?.city),
        ['Kyiv', 'Oslo'],
      )
    }))

  it('is described as always there', () =>
    withInvoices(async () => {
      const described = describeAnswers(Invoice.with('customer').with('present')).get(200)

      const text = JSON.stringify(described)
      assert.match(text, /"name":"customer","isList":false,"isNullable":false/)
      assert.match(text, /"name":"present","isList":false,"isNullable":true/)
    }))

  it('cannot be narrowed to what would leave an invoice without its customer', () =>
    withInvoices(async () => {
      const narrowed = Invoice.with('customer', (customer) => customer.onlyDeleted())

      await assert.rejects(narrowed.all(), { code: 'E_RELATION_NARROWED' })
      await assert.rejects(narrowed.limit(20).all(), { code: 'E_RELATION_NARROWED' })
    }))
})
