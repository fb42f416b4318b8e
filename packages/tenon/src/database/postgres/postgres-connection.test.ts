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
})
