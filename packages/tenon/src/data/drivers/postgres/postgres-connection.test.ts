import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Client } from 'pg'
import { onDialect } from '../../../../test/support/for-each-dialect.ts'
import type { Statement } from '../../database/statement.ts'
import { PostgresServers } from './servers/postgres-servers.ts'
import { PostgresConnection } from './postgres-connection.ts'

onDialect('postgres', 'a connection to PostgreSQL', (open) => {
  it('evicts statements that have not been used for long, and so does the driver', async () => {
    await using connected = await connect(await open.url())
    const { client, connection } = connected
    const statements = Array.from({ length: 1200 }, (_, i): Statement => {
      return { sql: `select ${i}`, access: 'read' }
    })

    await Promise.all(statements.map((statement) => connection.run(statement, [])))
    const { rows } = await connection.query({
      sql: 'select count(*) from pg_prepared_statements',
      parameters: [],
    })

    const texts: unknown = Reflect.get(client.connection, 'parsedStatements')
    assert.deepEqual(rows, [['450']])
    assert.equal(Object.keys(texts ?? {}).length, 450)
  })

  it('prepares a statement once for all calls sent before its table had changed', async () => {
    await using connected = await connect(await open.url())
    const { connection } = connected
    const statement: Statement = { sql: 'select * from notes', access: 'read' }
    const run = () => connection.run(statement, []).catch(() => connection.run(statement, []))

    await connection.script('create table notes (title text)')
    await run()
    await connection.script('alter table notes add column body text')
    // Answered separately, so that the first is prepared again before the second fails.
    await Promise.all([run(), connection.script('select pg_sleep(0.1)'), run()])
    const { rows } = await connection.query({
      sql: "select count(*) from pg_prepared_statements where statement like 'select *%'",
      parameters: [],
    })

    assert.deepEqual(rows, [['1']])
  })

  it('does not end a transaction by evicting a statement that could not be prepared', async () => {
    await using connected = await connect(await open.url())
    const { connection } = connected
    const run = (sql: string) => connection.run({ sql, access: 'read' }, [])

    await assert.rejects(run('select * from missing'), /does not exist/)
    await connection.script('begin')
    await Promise.all(Array.from({ length: 600 }, (_, i) => run(`select ${i}`)))
    const { commands } = await connection.script('commit')

    assert.deepEqual(commands, ['COMMIT'])
  })
})

async function connect(connectionString: string) {
  const config = { connectionString, pipeline: true }
  const servers = new PostgresServers({
    hosts: [],
    sessionKind: 'any',
    lifetimeMs: 0,
  })
  const options = {
    client: config,
    servers,
    prepare: true,
    watch: undefined,
    timeoutMs: 0,
    isShared: false,
    rowLevelSecurity: false,
  }
  const client = new Client(config)
  const connection = new PostgresConnection(options, client)
  await connection.connect()
  return { client, connection, [Symbol.asyncDispose]: () => client.end() }
}
