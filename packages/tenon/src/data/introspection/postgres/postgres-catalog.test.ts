import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onDialect } from '../../../../test/support/for-each-dialect.ts'
import { readLiveSchema } from '../live-schema.ts'
import { readPostgresCatalog } from './postgres-catalog.ts'

onDialect('postgres', 'what is said about a PostgreSQL database', (open) => {
  it('names unique constraints that are deferrable', async () => {
    const database = await open()
    await database.script(
      `create table seats (id serial primary key, place int unique deferrable, row int unique)`,
    )

    const { remarks } = await readPostgresCatalog(database)

    assert.deepEqual(
      remarks.map(({ place }) => place),
      ['the unique constraint seats_place_key of seats'],
    )
  })

  it('has a foreign key to a partitioned table once, whatever partitions there are', async () => {
    const database = await open()
    await database.script(`
      create table payments (id int primary key) partition by range (id);
      create table payments_1 partition of payments for values from (1) to (10);
      create table payments_2 partition of payments for values from (10) to (20);
      create table refunds (id serial primary key, payment_id int not null references payments (id))`)

    const { schema, remarks } = await readLiveSchema(database)

    assert.deepEqual(
      remarks.map(({ place }) => place),
      ['payments.id', 'the table payments'],
    )
    assert.equal(schema.get('refunds')?.columns['payment_id']?.references?.table, 'payments')
  })

  it('reads what is below a domain that is made of domains, and the rules of all of them', async () => {
    const database = await open()
    await database.script(`
      create domain price as numeric(10, 2) check (value > 0);
      create domain required_price as price not null;
      create domain small_price as required_price check (value < 10);
      create table offers (id serial primary key, price small_price)`)

    const { tables } = await readPostgresCatalog(database)
    const column = tables[0]?.columns.find(({ name }) => name === 'price')

    assert.deepEqual(column?.kind?.digits, { precision: 10, scale: 2 })
    assert.equal(column.isNullable, false)
    assert.equal(column.domainChecks?.length, 2)
  })
})
