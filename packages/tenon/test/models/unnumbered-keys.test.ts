import assert from 'node:assert/strict'
import { it } from 'node:test'
import { c, Model } from 'tenon/models'
import { type Database, sql, withDatabase } from 'tenon/database'
import { onDialect } from '../support/for-each-dialect.ts'

class Order extends Model('orders', { id: c.bigId(), title: c.text() }) {}
class DatedOrder extends Model('orders', {
  id: c.bigId(),
  title: c.text(),
  day: c.date().defaultSql({ sqlite: 'current_date', postgres: 'current_date' }),
}) {}

/** What other programs declare, of which SQLite only numbers the rows of the first. */
const declared = {
  'integer primary key': true,
  'bigint primary key': false,
  'int not null primary key': false,
  'integer primary key desc': false,
}

onDialect('sqlite', 'a key that the database does not number', (open) => {
  const within = async (
    body: (database: Database) => Promise<void>,
    key = 'bigint primary key',
  ) => {
    const database = await open()
    await database.script(
      `create table orders (id ${key}, title text not null, day text default current_date)`,
    )
    await withDatabase(database, () => body(database))
  }
  const refused = { code: 'E_MODEL_KEY_UNNUMBERED', message: /does not number "orders"\."id"/ }

  for (const [key, isNumbered] of Object.entries(declared)) {
    it(`${isNumbered ? 'is not that of' : 'is that of'} ${key}`, () =>
      within(async () => {
        await Order.create({ id: 7n, title: 'first' })
        const create = Order.create({ title: 'second' })
        if (isNumbered) assert.equal((await create).id, 8n)
        else await assert.rejects(create, refused)
      }, key))
  }

  it('is refused before anything is stored, however many records are written', () =>
    within(async (database) => {
      await assert.rejects(Order.create({ title: 'one' }), refused)
      await assert.rejects(DatedOrder.create({ title: 'one' }), refused)
      await assert.rejects(Order.createMany([{ title: 'one' }, { title: 'two' }]), refused)
      assert.deepEqual(await database.query(sql`select * from orders`), [])

      const order = await Order.create({ id: 2n ** 40n, title: 'given' })
      assert.equal((await Order.findOrFail(order.id)).title, 'given')
      await Order.createMany([{ id: 1n, title: 'many' }])
      assert.equal(await Order.query().count(), 2)
    }))

  it('is read back if the table has a default for it', async () => {
    const text = '(lower(hex(randomblob(16))))'
    class Token extends Model('tokens', {
      id: c.stringId().defaultSql({ sqlite: text, postgres: 'md5(random()::text)' }),
      title: c.text(),
    }) {}
    const database = await open()
    await database.script(`create table tokens (id text primary key default ${text}, title text)`)
    await withDatabase(database, async () => {
      const { id } = await Token.create({ title: 'one' })
      assert.match(id, /^[0-9a-f]{32}$/)
      assert.equal((await Token.findOrFail(id)).title, 'one')
    })
  })
})
