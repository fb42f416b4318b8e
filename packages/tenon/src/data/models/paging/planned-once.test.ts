import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTables } from '../../../../test/support/create-tables.ts'
import { onDialect } from '../../../../test/support/for-each-dialect.ts'
import { c } from '../../columns/columns.ts'
import { transaction, withDatabase } from '../../database/current-database.ts'
import { sql } from '../../database/sql.ts'
import { Model } from '../model.ts'

class Note extends Model('notes', { id: c.id(), text: c.text() }) {}

onDialect('postgres', 'a query whose only value is its limit', (open) => {
  it('is not planned each time', async () => {
    const database = await open()
    await createTables(database, Note)
    // None is prepared behind PgBouncer.
    const plans = sql`
      select coalesce(sum(custom_plans), 0)::integer as plans
      from pg_prepared_statements where statement like '%from "notes"%'`

    const planned = await withDatabase(database, () =>
      transaction(async () => {
        await Note.query().orderBy('id').limit(20).all()
        await Note.query().orderBy('id').limit(20).all()
        return database.query<{ plans: number }>(plans)
      }),
    )

    assert.deepEqual(planned, [{ plans: 0 }])
  })
})
