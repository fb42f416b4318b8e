import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Client } from 'pg'
import { onDialect } from '../../../test/support/for-each-dialect.ts'
import type { Statement } from '../statement.ts'
import { PostgresConnection } from './postgres-connection.ts'

onDialect('postgres', 'a connection to PostgreSQL', (open) => {
  it('forgets statements that were not used for long, and so does the driver', async () => {
    const client = new Client({ connectionString: await open.url(), pipeline: true })
    await client.connect()
    const connection = new PostgresConnection(client, { prepare: true, watch: undefined })
    const statements = Array.from({ length: 1200 }, (_, i): Statement => {
      return { sql: `select ${i}`, access: 'read' }
    })

    await Promise.all(statements.map((statement) => connection.run(statement, [])))
    const { rows } = await connection.query({
      sql: 'select count(*) from pg_prepared_statements',
      parameters: [],
    })
    await client.end()

    const texts: unknown = Reflect.get(client.connection, 'parsedStatements')
    assert.deepEqual(rows, [['450']])
    assert.equal(Object.keys(texts ?? {}).length, 450)
  })

  it('prepares a statement once for all that were sent before its table had changed', async () => {
    const client = new Client({ connectionString: await open.url(), pipeline: true })
    await client.connect()
    const connection = new PostgresConnection(client, { prepare: true, watch: undefined })
    const statement: Statement = { sql: 'select * from notes', access: 'read' }
    const run = () => connection.run(statement, []).catch(() => connection.run(statement, []))

    await connection.script('create table notes (title text)')
    await run()
    await connection.script('alter table notes add column body text')
    // Answered apart, so that the first is prepared anew before the second fails.
    await Promise.all([run(), connection.script('select pg_sleep(0.1)'), run()])
    const { rows } = await connection.query({
      sql: "select count(*) from pg_prepared_statements where statement like 'select *%'",
      parameters: [],
    })
    await client.end()

    assert.deepEqual(rows, [['1']])
  })
})
