import assert from 'node:assert/strict'
import { it } from 'node:test'
import { c, Model } from 'tenon/models'
import { withDatabase } from 'tenon/database'
import { createTables } from '../support/create-tables.ts'
import { forEachDialect, onDialect } from '../support/for-each-dialect.ts'

class Sum extends Model('sums', {
  id: c.id(),
  whole: c.decimal(18, 0),
  parts: c.decimal(18, 18),
  money: c.decimal(18, 4),
}) {}

const largest = {
  whole: '999999999999999999',
  parts: '0.999999999999999999',
  money: '99999999999999.9999',
}
const smallest = {
  whole: '-999999999999999999',
  parts: '-0.000000000000000001',
  money: '-0.0001',
}

forEachDialect('a number with many digits', (open) => {
  it('is exact with 18 of them: written, read, compared and returned by an update', async () => {
    const database = await open()
    await createTables(database, Sum)
    await withDatabase(database, async () => {
      await Sum.createMany([largest, smallest])

      const [first, second] = await Sum.orderBy('whole', 'desc').all()
      assert.deepEqual({ ...first?.toJSON() }, { id: 1, ...largest })
      assert.deepEqual({ ...second?.toJSON() }, { id: 2, ...smallest })
      assert.deepEqual(await Sum.where('money', largest.money).pluck('id'), [1])
      assert.deepEqual(await Sum.where('parts', '<', '0').pluck('id'), [2])
      await second?.update(largest)
      assert.equal(await Sum.where(largest).count(), 2)
      assert.equal(await Sum.query().max('parts'), largest.parts)
    })
  })

  it('is refused where it is declared with more than 18', () => {
    for (const [precision, scale] of [
      [19, 0],
      [30, 10],
      [18, 19],
      [0, 0],
    ] as const) {
      assert.throws(() => c.decimal(precision, scale), {
        code: 'E_COLUMN_DECIMAL',
        message: `c.decimal(${precision}, ${scale}) is not possible. Give it 1 to 18 digits, of which 0 to all follow the point.`,
      })
    }
  })

  it('is a 422 with more digits than its column has, and changes nothing', async () => {
    const database = await open()
    await createTables(database, Sum)
    await withDatabase(database, async () => {
      for (const whole of ['1000000000000000000', '0.5', '1e3']) {
        await assert.rejects(Sum.create({ ...largest, whole }), { status: 422 }, whole)
      }
      assert.equal(await Sum.count(), 0)
    })
  })
})

onDialect('postgres', 'a numeric of more digits, as tenon db:pull declares it', (open) => {
  class Measure extends Model('measures', { id: c.id(), exact: c.text(), any: c.text() }) {}

  it('is text, and exact', async () => {
    const database = await open()
    await database.script(
      'create table measures (id serial primary key, exact numeric(40, 10) not null, "any" numeric not null)',
    )
    const exact = '123456789012345678901234567890.0000000001'
    await withDatabase(database, async () => {
      const { id } = await Measure.create({ exact, any: exact })

      const read = await Measure.findOrFail(id)
      assert.deepEqual([read.exact, read.any], [exact, exact])
      assert.equal(await Measure.where('exact', exact).count(), 1)
      assert.equal(await Measure.where('any', '>', '123456789012345678901234567890').count(), 1)
    })
  })
})
