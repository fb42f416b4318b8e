import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTables } from '../support/create-tables.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { belongsTo, c, hasMany, Model, softDeletes, view } from '../../src/models.ts'
import { withDatabase } from '../../src/database.ts'
import { describeAnswers } from '../../src/web/binding/answers/description.ts'

class Customer extends Model('customers', { id: c.id(), name: c.text(), ...softDeletes() }) {
  static invoices = hasMany(() => Invoice, 'customer_id')
}

class Invoice extends Model('invoices', { id: c.id(), customer_id: c.integer() }) {
  static customer = belongsTo(() => Customer, 'customer_id', { withDeleted: true })
  static present = belongsTo(() => Customer, 'customer_id')
}

const InvoiceView = view(Invoice, ['id']).with('customer', view(Customer, ['name']))

forEachDialect('a relation with withDeleted', (open) => {
  const withInvoices = async (body: () => Promise<void>) => {
    const database = await open()
    await createTables(database, Customer, Invoice)
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
