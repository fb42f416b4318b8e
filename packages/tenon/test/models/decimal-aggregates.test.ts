import assert from 'node:assert/strict'
import { it } from 'node:test'
import { c, Model } from 'tenon/models'
import { type Database, NumberOverflow, withDatabase } from 'tenon/database'
import { createTables } from '../support/create-tables.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

class Sale extends Model('sales', {
  id: c.id(),
  shop: c.text(),
  price: c.decimal(12, 2),
  rate: c.decimal(18, 18).nullable(),
  day: c.date(),
  code: c.uuid(),
}) {}

const sale = (shop: string, price: string, i: number) => ({
  shop,
  price,
  rate: i === 0 ? null : '0.000000000000000001',
  day: `2026-11-0${i + 1}`,
  code: `0000000${i}-0000-4000-8000-000000000000`,
})

forEachDialect('aggregates of decimals', (open) => {
  const withSales = async (body: (database: Database) => Promise<void>) => {
    const database = await open()
    await createTables(database, Sale)
    await withDatabase(database, async () => {
      await Sale.createMany([
        sale('Oslo', '9999999999.99', 0),
        sale('Oslo', '0.02', 1),
        sale('Rome', '-0.05', 2),
        sale('Rome', '0.10', 3),
        sale('Rome', '13.25', 4),
      ])
      await body(database)
    })
  }

  it('are exact', () =>
    withSales(async () => {
      const sum: string = await Sale.query().sum('price')
      const mean: string | null = await Sale.query().avg('price')

      assert.equal(sum, '10000000013.31')
      assert.equal(mean, '2000000002.662000')
      assert.equal(await Sale.query().min('price'), '-0.05')
      assert.equal(await Sale.query().max('price'), '9999999999.99')
      assert.equal(await Sale.query().sum('rate'), '0.000000000000000004')
      assert.equal(await Sale.where('shop', 'Rome').avg('price'), '4.433333')
    }))

  it('round the mean half away from zero', () =>
    withSales(async () => {
      await Sale.query().delete()
      await Sale.createMany(
        [...Array(7).fill('0.00'), '0.05'].map((price, i) => sale('A', price, i)),
      )
      const up = await Sale.query().avg('price')
      await Sale.where('price', '0.05').update({ price: '-0.05' })

      assert.deepEqual([up, await Sale.query().avg('price')], ['0.006250', '-0.006250'])
    }))

  it('are 0 and null without values', () =>
    withSales(async () => {
      const none = Sale.where('shop', 'nowhere')

      assert.deepEqual(
        [await none.sum('price'), await none.avg('price'), await none.max('price')],
        ['0.00', null, null],
      )
    }))

  it('are computed, compared and ordered for groups', () =>
    withSales(async () => {
      const shops = Sale.query().groupBy('shop').sum('price').avg('price').max('price')

      assert.deepEqual(await shops.orderBy('price_sum', 'desc').all(), [
        {
          shop: 'Oslo',
          price_sum: '10000000000.01',
          price_avg: '5000000000.005000',
          price_max: '9999999999.99',
        },
        { shop: 'Rome', price_sum: '13.30', price_avg: '4.433333', price_max: '13.25' },
      ])
      assert.equal((await shops.orderBy('price_avg').first())?.shop, 'Rome')
      assert.equal((await shops.having('price_sum', '>', '13.30').all()).length, 1)
      assert.equal((await shops.having('price_avg', '<', '4.44').first())?.shop, 'Rome')
      assert.equal((await shops.having('price_max', '=', '13.25').first())?.shop, 'Rome')
      await assert.rejects((async () => shops.having('price_sum', '>', '1.234').all())(), {
        status: 422,
        errors: { price_sum: 'The price_sum must be a number with up to 2 digits after the point' },
      })
    }))

  it('are computed for groups of equal decimals', () =>
    withSales(async () => {
      await Sale.createMany([sale('Nice', '0.10', 5), sale('Oslo', '0.1', 6)])
      const prices = Sale.query().groupBy('price').count().sum('price').orderBy('price')

      assert.deepEqual(await prices.having('count', '>', 1).all(), [
        { price: '0.10', count: 3, price_sum: '0.30' },
      ])
      assert.deepEqual(
        await Sale.query().select('price').distinct().orderBy('price', 'desc').limit(2).all(),
        [{ price: '9999999999.99' }, { price: '13.25' }],
      )
    }))

  it('have the smallest and largest date and UUID beside them', () =>
    withSales(async () => {
      assert.equal(await Sale.query().max('day'), '2026-11-05')
      assert.equal(await Sale.query().min('code'), '00000000-0000-4000-8000-000000000000')
    }))

  it('increment a column, unless the sum has too many digits', () =>
    withSales(async () => {
      await Sale.where('shop', 'Rome').increment('price', '0.10')
      await assert.rejects(
        Sale.where('shop', 'Oslo').increment('price', '9000000000.00'),
        NumberOverflow,
      )

      assert.equal(await Sale.where('shop', 'Rome').sum('price'), '13.60')
      assert.equal(await Sale.where('shop', 'Oslo').sum('price'), '10000000000.01')
    }))
})
