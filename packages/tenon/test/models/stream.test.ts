import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createDatabase } from 'tenon/database'
import { toBundled } from '../support/bundled-program.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

const program = toBundled(fileURLToPath(new URL('stream-process.ts', import.meta.url)))
const COUNT = 1_000_000

forEachDialect('iterating over a query', (open) => {
  it('reads a million records with a heap of 48 MB', async () => {
    const url = await open.url()
    await fill(url)

    const { stdout } = await promisify(execFile)(process.execPath, [
      '--conditions=source',
      '--max-old-space-size=48',
      program,
      url,
    ])

    assert.deepEqual(JSON.parse(stdout), { count: COUNT, sum: (COUNT * (COUNT + 1)) / 2 })
  })

  async function fill(url: string): Promise<void> {
    await using database = createDatabase(url, { statementTimeout: false })
    const numbers =
      open.dialect === 'postgres'
        ? `select n from generate_series(1, ${COUNT}) as s(n)`
        : `with recursive s(n) as (select 1 union all select n + 1 from s where n < ${COUNT}) select n from s`
    await database.script(`
      create table readings (id integer primary key, name text not null, value integer not null);
      insert into readings select n, 'reading number ' || n, n from (${numbers}) as numbers`)
  }
})
