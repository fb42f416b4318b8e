import assert from 'node:assert/strict'
import { it } from 'node:test'
import { get, handler, routes } from 'tenon'
import {
  belongsTo,
  c,
  hasMany,
  hasOne,
  manyToMany,
  Model,
  softDeletes,
  versions,
} from 'tenon/models'
import { factory } from 'tenon/factories'
import { withDatabase } from 'tenon/database'
import { assertModels } from '../../src/data/relations/assertions/assert-models.ts'
import { createRouter } from '../../src/web/routing/router.ts'
import { createTables } from '../support/create-tables.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

class Order extends Model('orders', { id: c.id(), customer: c.text() }) {
  static lines = hasMany(() => Line, 'order_id')
}

class Line extends Model(
  'order_lines',
  { order_id: c.integer().references('orders.id'), number: c.bigint(), amount: c.integer() },
  { primaryKey: ['order_id', 'number'] },
) {
  static order = belongsTo(() => Order, 'order_id')
  static parcels = hasMany(() => Parcel, ['order_id', 'line_number'])
  static note = hasOne(() => Note, ['order_id', 'line_number'])
}

class Parcel extends Model('parcels', {
  id: c.id(),
  order_id: c.integer().nullable(),
  line_number: c.bigint().nullable(),
  weight: c.integer(),
}) {
  static line = belongsTo(() => Line, ['order_id', 'line_number'])
}

class Note extends Model('notes', {
  id: c.id(),
  order_id: c.integer(),
  line_number: c.bigint(),
}) {}

class Setting extends Model(
  'settings',
  { tenant: c.text(), name: c.text(), value: c.text(), ...versions(), ...softDeletes() },
  { primaryKey: ['tenant', 'name'] },
) {}

forEachDialect('a model whose key has several columns', (open) => {
  const withOrders = async (body: () => Promise<void>) => {
    const database = await open()
    await createTables(database, Order, Line, Parcel, Note, Setting)
    await withDatabase(database, async () => {
      await Order.create({ customer: 'Ada' })
      await Order.create({ customer: 'Bob' })
      await Line.createMany([
        { order_id: 1, number: 1n, amount: 5 },
        { order_id: 1, number: 2n, amount: 6 },
        { order_id: 2, number: 1n, amount: 7 },
      ])
      await body()
    })
  }

  it('finds, updates, refreshes and deletes records by all of its columns', () =>
    withOrders(async () => {
      const line = await Line.findOrFail({ order_id: 1, number: 2n })

      await line.update({ amount: 60 })
      await Line.update({ order_id: 2, number: 1n }, { amount: 70 })
      await Line.where('order_id', 1).increment('amount', 1)
      await line.refresh()

      assert.equal(line.amount, 61)
      assert.deepEqual(await Line.query().orderByKey().pluck('amount'), [6, 61, 70])
      assert.equal(await Line.find({ order_id: 2, number: 2n }), null)
      assert.equal((await Line.query().find({ order_id: 2, number: 1n }))?.amount, 70)
      assert.equal(await Line.delete({ order_id: 1, number: 1n }), true)
      assert.equal(await Line.delete({ order_id: 1, number: 1n }), false)
      assert.equal(await line.delete(), true)
      assert.deepEqual(await Line.query().pluck('amount'), [70])
    }))

  it('orders by key where nothing else is asked for, and reads pages and batches', () =>
    withOrders(async () => {
      const numbers = (lines: readonly Line[]) => lines.map((line) => [line.order_id, line.number])
      const first = await Line.orderBy('number', 'desc').cursorPaginate({ perPage: 2 })
      const second = await Line.orderBy('number', 'desc').cursorPaginate({
        perPage: 2,
        cursor: first.nextCursor,
      })
      const read: Line[] = []
      for await (const batch of Line.query().batches(2)) read.push(...batch)

      assert.deepEqual(numbers([await Line.query().firstOrFail()]), [[1, 1n]])
      assert.deepEqual(numbers(await Line.all()), numbers(read))
      assert.deepEqual(numbers([...first.data, ...second.data]), [
        [1, 2n],
        [2, 1n],
        [1, 1n],
      ])
      assert.equal(read.length, 3)
      assert.equal((await Line.paginate({ perPage: 2 })).lastPage, 2)
    }))

  it('inserts, finds or updates records by both columns', () =>
    withOrders(async () => {
      const by = { order_id: 2, number: 1n }
      await Line.upsert(
        [
          { ...by, amount: 1 },
          { order_id: 2, number: 2n, amount: 2 },
        ],
        {
          by: ['order_id', 'number'],
        },
      )
      const found = await Line.firstOrCreate(by, { amount: 9 })
      const created = await Line.updateOrCreate({ order_id: 2, number: 3n }, { amount: 3 })

      assert.deepEqual([found.amount, created.amount], [1, 3])
      assert.equal(await Line.where('order_id', 2).count(), 3)
    }))

  it('loads, counts and asks after related records by all columns', () =>
    withOrders(async () => {
      const lines = await Line.all()
      await lines[0]?.create(Line.parcels, { weight: 10 })
      await lines[1]?.create(Line.parcels, { weight: 20 })
      await lines[1]?.create(Line.parcels, { weight: 30 })
      await lines[2]?.create(Line.note, {})
      await Parcel.create({ order_id: 1, weight: 40 })

      const loaded = await Line.with('parcels', (parcels) =>
        parcels.orderBy('weight', 'desc').limit(1),
      )
        .with('note')
        .with('order')
        .withCount('parcels')
        .orderByKey()
        .all()
      const parcels = await Parcel.with('line').orderBy('id').all()
      const heavy = Line.query().whereHas('parcels', (all) => all.where('weight', '>', 15))

      assert.deepEqual(
        loaded.map((line) => [
          line.order.customer,
          line.parcels_count,
          line.parcels.map(({ weight }) => weight),
          line.note === null,
        ]),
        [
          ['Ada', 1, [10], true],
          ['Ada', 2, [30], true],
          ['Bob', 0, [], false],
        ],
      )
      assert.deepEqual(
        parcels.map(({ line }) => line?.amount),
        [5, 6, 6, undefined],
      )
      assert.deepEqual(await heavy.pluck('amount'), [6])
      assert.equal(await Parcel.query().whereHasNone('line').count(), 1)
      assert.equal((await parcels[1]?.load(Parcel.line))?.amount, 6)
    }))

  it('drops what it has loaded if one of the columns changes', () =>
    withOrders(async () => {
      await Parcel.create({ order_id: 1, line_number: 1n, weight: 1 })
      const parcel = await Parcel.with('line').firstOrFail()

      await parcel.update({ order_id: 2 })

      assert.equal((await parcel.load(Parcel.line))?.amount, 7)
    }))

  it('makes related records in factories', () =>
    withOrders(async () => {
      const parcels = factory(Parcel, () => ({ weight: 1 }))
      const line = await Line.findOrFail({ order_id: 1, number: 2n })

      const parcel = await parcels.for(Parcel.line, line).create()

      assert.deepEqual([parcel.order_id, parcel.line_number], [1, 2n])
    }))

  it('supports versions, soft deletes and hooks', () =>
    withOrders(async () => {
      const setting = await Setting.create({ tenant: 'a', name: 'colour', value: 'red' })
      const stale = await Setting.findOrFail({ tenant: 'a', name: 'colour' })

      await setting.update({ value: 'blue' })

      await assert.rejects(stale.update({ value: 'green' }), { status: 409 })
      assert.equal(await Setting.delete({ tenant: 'a', name: 'colour' }), true)
      assert.equal(await Setting.find({ tenant: 'a', name: 'colour' }), null)
      assert.equal(await Setting.query().onlyDeleted().restore(), 1)
    }))

  it('finds children whose key has one column within a parent whose key has several', () =>
    withOrders(async () => {
      await Parcel.create({ order_id: 1, line_number: 2n, weight: 1 })
      const line = await Line.findOrFail({ order_id: 1, number: 2n })

      assert.equal((await line.load(Line.parcels)).length, 1)
      await assert.rejects(async () => Line.find(1 as never), { code: 'E_MODEL_KEY_COMPOSITE' })
    }))
})

it('names the columns that it needs at boot', () => {
  class Wrong extends Model('wrong', { id: c.id(), order_id: c.integer() }) {
    static line = belongsTo(() => Line, 'order_id')
  }
  class Tag extends Model('tags', { id: c.id() }) {
    static lines = manyToMany(() => Line, {
      through: 'line_tags',
      local: 'tag_id',
      target: 'line_id',
    })
  }

  assertModels([Order, Line, Parcel, Note])
  assert.throws(() => assertModels([Order, Line, Parcel, Note, Wrong]), {
    code: 'E_RELATION_TYPE',
    message:
      'The relation "line" of "wrong" is invalid. A foreign key to "order_lines" needs one column for each of: order_id, number. Name them in this order.',
  })
  assert.throws(() => assertModels([Order, Line, Parcel, Note, Tag]), {
    code: 'E_MODEL_KEY_COMPOSITE',
  })
  const columns = { order_id: c.integer(), number: c.integer().nullable() }
  assert.throws(() => Model('lines', columns, { primaryKey: ['order_id', 'number'] }), {
    code: 'E_MODEL_KEY',
    message: /"order_id", "number".*not nullable/,
  })
})

it('is refused as a path parameter by the compiler and at boot', () => {
  // @ts-expect-error a path parameter holds one value
  const show = handler({ line: Line }).run(() => '')

  assert.throws(() => createRouter(routes([get('/lines/{line}', show)])), {
    code: 'E_BINDING_KEY',
    message:
      /^The handler of "\/lines\/\{line\}" \(.*composite-keys\.test\.ts:\d+.*\) binds \{line\} to "order_lines", whose key has several columns: order_id, number\. Bind its parts, and find the record in the handler\.$/,
  })
})
