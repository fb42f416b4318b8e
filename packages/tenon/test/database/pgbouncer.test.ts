import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createDatabase } from '../../src/data/drivers/create-database.ts'
import { DatabaseUnavailable } from '../../src/data/database/database-error.ts'
import { sql } from '../../src/data/database/sql.ts'
import { notes, startBinary, startNotes } from '../faults/start-binary.ts'
import { isTested } from '../support/for-each-dialect.ts'
import { skipWithoutPgBouncer, startPgBouncer, type PgBouncer } from '../support/pgbouncer.ts'
import { startPostgres, type PostgresServer } from '../support/postgres-server.ts'

const skip = isTested('postgres') ? skipWithoutPgBouncer : 'TEST_DATABASES leaves postgres out'

/** The tests of what an application does with its database: models, transactions, migrations, tasks. */
const dataTests = [
  'src/data/@(models|records|relations|migrations)/**/*.test.ts',
  'src/data/database/@(database|kysely).test.ts',
  'src/data/database/transaction/*.test.ts',
  'test/schedule/decisions.test.ts',
]

describe('behind PgBouncer in transaction mode', { skip }, () => {
  let server: PostgresServer
  let pgBouncer: PgBouncer
  before(async () => {
    server = await startPostgres()
    pgBouncer = await startPgBouncer(server.url)
  })
  after(async () => {
    await pgBouncer[Symbol.asyncDispose]()
    await server[Symbol.asyncDispose]()
  })

  it('all tests of data pass as they do without it', async () => {
    const { code, output } = await runTests(dataTests, {
      TEST_DATABASES: 'postgres',
      TEST_POSTGRES_URL: server.url,
      TEST_PGBOUNCER_URL: pgBouncer.url,
    })

    assert.equal(code, 0, output)
    assert.ok(Number(/^ℹ pass (\d+)$/m.exec(output)?.[1]) > 150, output)
  })

  it('an application answers many concurrent requests over few connections', async () => {
    using app = await startNotes(`${pgBouncer.url}?pgbouncer=true`)
    const paths = ['/notes', '/notes/pair', '/notes/pair', '/notes']
    const ask = async (i: number) => {
      const init = { method: i % 4 === 3 ? 'GET' : 'POST' }
      const answer = await fetch(`http://127.0.0.1:${app.port}${paths[i % 4]}`, init)
      return answer.status
    }

    const statuses = await Promise.all(Array.from({ length: 120 }, (_, i) => ask(i)))

    assert.deepEqual(new Set(statuses), new Set([200, 201]))
    await using database = createDatabase(server.url)
    const found = { sql: 'select count(*) from notes', access: 'read' } as const
    assert.deepEqual((await database.run(found, [])).rows, [[150]])
  })

  it('a restart of PgBouncer fails only what runs meanwhile, as unavailable', async () => {
    await using database = createDatabase(`${pgBouncer.url}?pgbouncer=true`)
    const ask = () => database.transaction(() => database.query(sql`select 1`))
    await Promise.all(Array.from({ length: 20 }, ask))
    const failures: unknown[] = []
    const restart = { isOver: false }

    const restarting = pgBouncer.restart().then(() => (restart.isOver = true))
    while (!restart.isOver) {
      await ask().catch((error: unknown) => failures.push(error))
      await delay(1)
    }

    await restarting
    await Promise.all(Array.from({ length: 20 }, ask))
    assert.ok(failures.length > 0)
    assert.ok(failures.every((error) => error instanceof DatabaseUnavailable))
  })

  it('names the option that the URL lacks', async () => {
    const migrated = await startBinary(
      { DATABASE_URL: pgBouncer.url },
      { file: notes, argv: ['migrate'] },
    ).ended

    assert.equal(migrated.code, 69)
    assert.match(migrated.stderr, /^[^\n]*pgbouncer=true[^\n]*\n$/)
  })
})

async function runTests(
  patterns: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const options = ['--conditions=source', '--test', '--test-isolation=none']
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env
  const child = spawn(process.execPath, [...options, '--test-reporter=spec', ...patterns], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...inherited, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  const [code] = await once(child, 'close')
  return { code: typeof code === 'number' ? code : null, output }
}
