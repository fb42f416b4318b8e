import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onDialect } from '../../../../test/support/for-each-dialect.ts'
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
})
