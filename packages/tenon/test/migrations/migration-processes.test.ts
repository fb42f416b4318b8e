import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fromSources, toBundled } from '../support/bundled-program.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { createDatabase } from '../../src/data/drivers/create-database.ts'
import type { Database } from '../../src/data/database/database.ts'
import { StatementError } from '../../src/data/database/database-error.ts'
import { sql } from '../../src/data/database/sql.ts'
import { createMigrator } from '../../src/data/migrations/migrator.ts'

forEachDialect('migrators in separate processes', (open) => {
  it('all succeed if five start at the same time, and one applies each migration', async () => {
    using folder = temporaryMigrations()
    const url = await open.url()

    const migrators = Array.from({ length: 5 }, () => startMigrator(url, folder.path))
    const outcomes = await Promise.all(migrators.map(finished))

    const applied = outcomes.map(({ output }) => Number(output.trim().split(' ').at(-1)))
    assert.deepEqual(
      outcomes.map(({ code, errors }) => [code, errors]),
      Array.from({ length: 5 }, () => [0, '']),
    )
    assert.equal(
      applied.reduce((sum, count) => sum + count),
      2,
    )
    assert.deepEqual(await readBatches(url), [1, 1])
  })

  it('complete a migration or leave nothing of it if they are killed, and the next one recovers', async () => {
    using folder = temporaryMigrations()
    const url = await open.url()
    await using database = createDatabase(url)

    for (const waitMs of [0, 20, 40, 60, 80, 100, 120, 140]) {
      const migrator = startMigrator(url, folder.path)
      const exited = once(migrator, 'exit')
      await once(migrator.stdout ?? assert.fail(), 'data')
      await delay(waitMs) // time: it is killed at another moment each time
      migrator.kill('SIGKILL')
      await exited
      const { length } = await createMigrator(database, folder.path).pending()
      assert.deepEqual(await describeNumbers(database), statesByPending[length], String(waitMs))
    }
    const last = await finished(startMigrator(url, folder.path))

    assert.deepEqual([last.code, last.errors], [0, ''])
    const [rows] = await database.query<{ many: number }>(
      sql`select count(*) as many, min(note) as note from numbers`,
    )
    const journal = await database.query<{ name: string }>(
      sql`select name from migrations order by name`,
    )
    assert.deepEqual(rows, { many: 40_000, note: 'none' })
    assert.equal(journal.length, 2)
  })
})

/** The state of the table for each number of pending migrations. */
const statesByPending: Readonly<Record<number, string>> = {
  1: '40000 rows of id, number',
  2: 'no table',
}

async function describeNumbers(database: Database): Promise<string> {
  try {
    const rows = await database.query(sql`select * from numbers`)
    return `${rows.length} rows of ${Object.keys(rows[0] ?? {}).join(', ')}`
  } catch (error) {
    if (error instanceof StatementError) return 'no table'
    throw error
  }
}

async function readBatches(url: string): Promise<number[]> {
  await using database = createDatabase(url)
  const rows = await database.query<{ batch: number }>(sql`select batch from migrations`)
  return rows.map(({ batch }) => batch)
}

/** Two migrations that take some hundred milliseconds, and report when they are loaded. */
function temporaryMigrations(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'tenon-processes-'))
  const imports = `import { addColumn, alterColumn, c, createTable, execute, migration } from '${door}'
    const nothing = { sqlite: '', postgres: '' }`
  writeFileSync(
    join(path, '2026_11_20_000001_numbers.ts'),
    `${imports}
    const count = {
      sqlite: \`with recursive n(i) as (select 1 union all select i + 1 from n where i < 40000)
        insert into numbers (number) select i from n\`,
      postgres: 'insert into numbers (number) select generate_series(1, 40000)',
    }
    export default migration([
      createTable('numbers', { id: c.id(), number: c.integer().unique() }),
      execute(count, nothing),
    ])`,
  )
  writeFileSync(
    join(path, '2026_11_20_000002_notes.ts'),
    `${imports}
    const before = c.text().nullable().index()
    const wait = {
      sqlite: \`with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000000)
        select count(*) from n\`,
      postgres: 'select pg_sleep(0.3)',
    }
    export default migration([
      addColumn('numbers', 'note', before),
      execute({ sqlite: \`update numbers set note = 'none'\`, postgres: \`update numbers set note = 'none'\` }, nothing),
      alterColumn('numbers', 'note', { from: before, to: c.text().index() }),
      execute(wait, nothing),
    ])
    process.stdout.write('loaded\\n')`,
  )
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) }
}

const door = new URL('../../src/migrations.ts', import.meta.url).href

function startMigrator(url: string, folder: string): ChildProcess {
  const program = toBundled(join(import.meta.dirname, 'migrate-process.ts'))
  return spawn(process.execPath, [...fromSources(), program, url, folder])
}

async function finished(
  child: ChildProcess,
): Promise<{ code: number | null; output: string; errors: string }> {
  let output = ''
  let errors = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  await once(child, 'close')
  return { code: child.exitCode, output, errors }
}
