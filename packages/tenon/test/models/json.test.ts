import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { createTables } from '../support/create-tables.ts'
import { c, Model } from '../../src/models.ts'
import { withDatabase } from '../../src/database.ts'

interface Details {
  readonly city?: string | null
  readonly size?: number
  readonly isOpen?: boolean
  readonly tags?: readonly string[]
  readonly 'a.b'?: { readonly "it's": number }
}

class Shop extends Model('shops', {
  id: c.id(),
  details: c.json<Details>(),
  anything: c.json().nullable(),
}) {}

forEachDialect('a value inside JSON', (open) => {
  it('is compared by its type and value', async () => {
    const database = await open()
    await createTables(database, Shop)
    await withDatabase(database, async () => {
      await seed()
      const ids = (query: { pluck(name: 'id'): Promise<number[]> }) => query.pluck('id')

      assert.deepEqual(await ids(Shop.query().whereJson('details', ['city'], 'Oslo')), [1])
      assert.deepEqual(await ids(Shop.query().whereJson('details', ['city'], '!=', 'Oslo')), [2])
      assert.deepEqual(
        await ids(Shop.query().whereJson('details', ['city'], null).orderBy('id')),
        [3, 4],
      )
      assert.deepEqual(await ids(Shop.query().whereJson('details', ['size'], '>', 9)), [2])
      assert.deepEqual(await ids(Shop.query().whereJson('details', ['isOpen'], true)), [1])
      assert.deepEqual(await ids(Shop.query().whereJson('details', ['tags', 1], 'new')), [2])
      assert.deepEqual(await ids(Shop.query().whereJson('details', ['a.b', "it's"], 1)), [3])
      assert.deepEqual(await ids(Shop.query().whereJson('anything', ['x', 0], 1)), [4])
    })
  })

  it('is at a position of a list or under a key, never both', async () => {
    const database = await open()
    await createTables(database, Shop)
    await withDatabase(database, async () => {
      const details = {}
      await Shop.createMany([
        { details, anything: ['v', 'w'] },
        { details, anything: { '0': 'v', '-1': 'w' } },
      ])
      const at = (path: readonly (string | number)[], value: string) =>
        Shop.query().whereJson('anything', path, value).pluck('id')

      const found = await Promise.all([at([0], 'v'), at(['0'], 'v'), at(['-1'], 'w')])

      assert.deepEqual(found, [[1], [2], [2]])
      assert.deepEqual(await at([2 ** 31 - 1], 'v'), [])
      assert.throws(() => at([2 ** 31], 'v'), { code: 'E_QUERY_VALUE' })
      assert.throws(() => at([1e21], 'v'), { code: 'E_QUERY_VALUE' })
    })
  })

  it('is at no position of a text, a number or an object', async () => {
    const database = await open()
    await createTables(database, Shop)
    await withDatabase(database, async () => {
      const all = ['v', { x: 'v' }, { x: ['v'] }, ['v'], 5]
      await Shop.createMany(all.map((anything) => ({ details: {}, anything })))
      const shops = Shop.orderBy('id')

      const [first, inner, other, missing] = await Promise.all([
        shops.whereJson('anything', [0], 'v').pluck('id'),
        shops.whereJson('anything', ['x', 0], 'v').pluck('id'),
        shops.whereJson('anything', [0], '!=', 'w').pluck('id'),
        shops.whereJson('anything', [0], null).pluck('id'),
      ])
      const read = await shops.select('id').json('anything', [0], { as: 'first' }).all()
      const ordered = await Shop.query().orderByJson('anything', [0]).orderBy('id').pluck('id')

      assert.deepEqual([first, inner, other, missing], [[4], [3], [4], [1, 2, 3, 5]])
      assert.deepEqual(
        read.map((row) => row.first),
        [null, null, null, 'v', null],
      )
      assert.deepEqual(ordered, [4, 1, 2, 3, 5])
    })
  })

  it('orders records, the missing values as the largest in both directions', async () => {
    const database = await open()
    await createTables(database, Shop)
    await withDatabase(database, async () => {
      await seed()

      const bySize = Shop.query().orderByJson('details', ['size']).orderBy('id')
      const byCity = Shop.query().orderByJson('details', ['city'], 'desc').orderBy('id')

      assert.deepEqual(await bySize.pluck('id'), [1, 2, 3, 4])
      assert.deepEqual(await byCity.pluck('id'), [3, 4, 2, 1])
    })
  })

  it('is read among chosen columns, and grouped by', async () => {
    const database = await open()
    await createTables(database, Shop)
    await withDatabase(database, async () => {
      await seed()

      const rows = await Shop.query()
        .select('id')
        .json('details', ['tags'], { as: 'tags' })
        .json('details', ['size'], { as: 'size' })
        .distinct()
        .orderBy('size', 'desc')
        .orderBy('id', 'desc')
        .all()
      const groups = await Shop.where('id', '<', 3)
        .groupBy('anything')
        .json('details', ['isOpen'], { as: 'open' })
        .count()
        .orderBy('open')
        .all()

      const size: number | null | undefined = rows[0]?.size
      assert.equal(size, null)
      assert.deepEqual(rows.slice(2), [
        { id: 2, tags: ['old', 'new'], size: 10 },
        { id: 1, tags: null, size: 9 },
      ])
      assert.deepEqual(groups, [
        { anything: null, open: false, count: 1 },
        { anything: null, open: true, count: 1 },
      ])
    })
  })

  it('is refused where the path leads nowhere, and for a value that JSON cannot have', async () => {
    const untyped = Shop.query() as unknown as { whereJson(...given: unknown[]): unknown }

    assert.throws(() => untyped.whereJson('id', ['x'], 1), { code: 'E_QUERY_VALUE' })
    assert.throws(() => untyped.whereJson('details', [`x"] or 1=1 --`], 1), {
      code: 'E_QUERY_VALUE',
    })
    assert.throws(() => untyped.whereJson('details', ['size'], 'or 1=1', 1), {
      code: 'E_QUERY_OPERATOR',
    })
    assert.throws(() => untyped.whereJson('details', ['size'], { $gt: 1 }), {
      code: 'E_QUERY_VALUE',
    })
    for (const value of [NaN, Infinity, -Infinity, '\0', '\ud800', 'a\udc00']) {
      const compared = () => untyped.whereJson('details', ['size'], '<', value)
      assert.throws(compared, { status: 422 }, JSON.stringify(String(value)))
    }
    // @ts-expect-error: there is no such key
    assert.ok(Shop.query().whereJson('details', ['town'], 'Oslo'))
    // @ts-expect-error: the size is a number
    assert.ok(Shop.query().whereJson('details', ['size'], 'Oslo'))
  })
})

async function seed(): Promise<void> {
  await Shop.createMany([
    { details: { city: 'Oslo', size: 9, isOpen: true } },
    { details: { city: 'Rome', size: 10, isOpen: false, tags: ['old', 'new'] } },
    { details: { city: null, 'a.b': { "it's": 1 } } },
    { details: {}, anything: { x: [1] } },
  ])
}
