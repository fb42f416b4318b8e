import assert from 'node:assert/strict'
import { it } from 'node:test'
import { get, handler, routes } from 'tenon'
import { withDatabase } from 'tenon/database'
import { toPublicError } from 'tenon/errors'
import { c, Model } from 'tenon/models'
import { createRouter } from '../../src/web/routing/router.ts'
import { createRequest } from '../support/create-request.ts'
import { createTables } from '../support/create-tables.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

class Product extends Model('products', {
  id: c.id(),
  code: c.text({ max: 5 }).unique(),
  stock: c.integer({ min: 1, max: 10 }).default(5),
  spare: c.integer({ min: 1, max: 10 }).nullable(),
  sold: c.integer({ min: 0 }).default(0),
  debt: c.integer({ max: 0 }).default(0),
  tags: c.array(c.text({ max: 3 })).default([]),
}) {}

forEachDialect('a column with limits', (open) => {
  const withProducts = async (body: () => Promise<void>) => {
    const database = await open()
    await createTables(database, Product)
    await withDatabase(database, async () => {
      await Product.createMany([{ code: 'a', stock: 9 }, { code: 'b' }])
      await body()
    })
  }
  const stocks = () => Product.query().orderBy('id').pluck('stock')

  it('adds any amount as long as each sum is within them, which the same statement says', () =>
    withProducts(async () => {
      const a = Product.where('code', 'a')

      await a.increment('stock', -8)
      await Product.query().increment('stock', 5)
      assert.deepEqual(await stocks(), [6, 10])

      const tooMuch = await Product.query()
        .increment('stock', 1)
        .catch((error: unknown) => error)
      await assert.rejects(a.increment('stock', -6), { name: 'NumberOverflow' })
      const few = await Promise.allSettled(
        Array.from({ length: 9 }, () => a.increment('stock', -1)),
      )
      assert.deepEqual(toPublicError(tooMuch), {
        status: 422,
        message: 'The given data was invalid',
        errors: { stock: 'The stock is not allowed' },
      })
      assert.equal(few.filter(({ status }) => status === 'fulfilled').length, 5)
      assert.deepEqual(await stocks(), [1, 10])
    }))

  it('adds to null as without limits', () =>
    withProducts(async () => {
      assert.equal(await Product.query().increment('spare', 20), 2)
      assert.deepEqual(await Product.query().pluck('spare'), [null, null])
    }))

  it('is compared with any value of its type', () =>
    withProducts(async () => {
      const long = 'x'.repeat(3000)
      const found = await Promise.all([
        Product.where('stock', '>=', 0).count(),
        Product.where('stock', 'between', [0, 100]).count(),
        Product.where('stock', 'in', [0, 9, 100]).count(),
        Product.where('code', 'a longer text').count(),
        Product.where('code', '!=', long).count(),
        Product.where('code', 'not in', ['a longer text', long, 'a']).count(),
        Product.query().whereIncludes('tags', 'a longer text').count(),
      ])

      assert.deepEqual(found, [2, 2, 1, 0, 2, 1, 0])
      const groups = Product.query().groupBy('stock').having('stock', '<', 100)
      assert.equal((await groups.all()).length, 2)
      await assert.rejects(Product.where('stock', 2 ** 31).count(), { status: 422 })
    }))

  it('is not found by a value of a path that it cannot hold', () =>
    withProducts(async () => {
      const byCode = get(
        '/products/{product:code}',
        handler({ product: Product.by('code') }).run(({ product }) => product),
      )
      const router = createRouter(routes([byCode]))
      const statusOf = async (code: string) =>
        (await router.dispatch(createRequest(`/products/${code}`))).statusCode

      assert.deepEqual([await statusOf('a'), await statusOf('a-longer-text')], [200, 404])
    }))

  it('may have one of the two', () =>
    withProducts(async () => {
      const b = await Product.where('code', 'b').firstOrFail()
      await b.update({ sold: 2 ** 31 - 1, debt: -(2 ** 31) })
      await assert.rejects(b.update({ sold: -1 }), {
        status: 422,
        errors: { sold: 'The sold must be between 0 and 2147483647' },
      })
      await assert.rejects(b.update({ debt: 1 }), {
        status: 422,
        errors: { debt: 'The debt must be at most 0' },
      })
      await assert.rejects(Product.query().increment('debt', 1), { name: 'NumberOverflow' })
      // @ts-expect-error: without any there is nothing to declare
      assert.throws(() => c.integer({}), { code: 'E_COLUMN_LIMITS' })
    }))
})
