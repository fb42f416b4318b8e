import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTables } from '../../../test/support/create-tables.ts'
import { forEachDialect } from '../../../test/support/for-each-dialect.ts'
import { c } from '../columns/columns.ts'
import { withDatabase } from '../database/current-database.ts'
import { Model } from './model.ts'

class Money {
  readonly cents: number

  constructor(cents: number) {
    this.cents = cents
  }
}

class Order extends Model('orders', {
  id: c.id(),
  customer: c.text(),
  status: c.text().default('open'),
  total: c.integer().cast({
    fromStored: (cents) => new Money(cents),
    toStored: (money: Money) => money.cents,
  }),
}) {
  static readonly log: string[] = []
  static refusing = false

  static {
    this.on('creating', (values) => {
      values.customer = values.customer.trim()
      this.log.push('creating')
    })
    this.on('created', (order) => void this.log.push(`created ${order.id}`))
    for (const event of ['created', 'updated', 'deleted'] as const) {
      this.on(event, () => {
        if (this.refusing) throw new Error('refused afterwards')
      })
    }
    this.on('updating', (order, values) => {
      if (order.status === 'paid') throw new Error('A paid order is final')
      this.log.push(`updating ${Object.keys(values).join()}`)
    })
    this.on(
      'updated',
      (order) => void this.log.push(`updated ${Object.keys(order.changes).join()}`),
    )
    this.on('deleting', async (order) => {
      await Promise.resolve()
      this.log.push(`deleting ${order.id}`)
    })
    this.on('deleted', (order) => void this.log.push(`deleted ${order.id}`))
  }
}

forEachDialect('the life of a record', (open) => {
  const withOrders = async (body: () => Promise<void>) => {
    const database = await open()
    await createTables(database, Order)
    Order.log.length = 0
    await withDatabase(database, body)
  }

  it('runs the hooks in order, also for operations by key', () =>
    withOrders(async () => {
      const order = await Order.create({ customer: ' Ada ', total: new Money(500) })
      await order.update({ status: 'sent' })
      await Order.update(order.id, { status: 'open' })
      await Order.delete(order.id)

      assert.equal(order.customer, 'Ada')
      assert.deepEqual(Order.log, [
        'creating',
        'created 1',
        'updating status',
        'updated status',
        'updating status',
        'updated status',
        'deleting 1',
        'deleted 1',
      ])
    }))

  it('does nothing if a hook throws before the write', () =>
    withOrders(async () => {
      const order = await Order.create({ customer: 'Ada', status: 'paid', total: new Money(500) })

      await assert.rejects(order.update({ status: 'open' }), /A paid order is final/)

      assert.equal(order.status, 'paid')
      assert.equal((await Order.findOrFail(order.id)).status, 'paid')
    }))

  it('keeps nothing if a hook throws after the write', () =>
    withOrders(async () => {
      const order = await Order.create({ customer: 'Ada', total: new Money(500) })
      const refused = async (write: () => Promise<unknown>) => {
        Order.refusing = true
        await assert.rejects(write(), /refused afterwards/)
        Order.refusing = false
      }

      await refused(() => Order.create({ customer: 'Bob', total: new Money(1) }))
      await refused(() => order.update({ status: 'sent' }))
      await refused(() => order.delete())

      assert.deepEqual(await Order.query().pluck('customer'), ['Ada'])
      assert.equal((await Order.findOrFail(order.id)).status, 'open')
      assert.deepEqual([order.status, order.changes], ['open', {}])
    }))

  it('returns whether a deleted record existed', () =>
    withOrders(async () => {
      const order = await Order.create({ customer: 'Ada', total: new Money(500) })

      assert.deepEqual([await order.delete(), await order.delete()], [true, false])
      assert.equal(Order.log.filter((entry) => entry === 'deleted 1').length, 1)
    }))

  it('does not run hooks for bulk writes', () =>
    withOrders(async () => {
      await Order.createMany([{ customer: 'Ada', total: new Money(1) }])
      await Order.where('customer', 'Ada').update({ status: 'sent' })
      await Order.where('customer', 'Ada').delete()

      assert.deepEqual(Order.log, [])
    }))

  it('reads and writes values through their cast', () =>
    withOrders(async () => {
      const { id } = await Order.create({ customer: 'Ada', total: new Money(500) })

      const found = await Order.where('total', new Money(500)).firstOrFail()

      assert.equal(found.id, id)
      assert.ok(found.total instanceof Money)
      await found.update({ total: new Money(600) })
      assert.deepEqual(await Order.query().pluck('total'), [new Money(600)])
    }))
})
