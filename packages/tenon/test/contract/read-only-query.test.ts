import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { before, it } from 'node:test'
import { toPlain } from '../../src/tooling/cli/mcp/plain-value.ts'
import { queryReadOnly } from '../../src/tooling/cli/mcp/read-only-query.ts'
import { createDatabase } from '../../src/data/drivers/create-database.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

const endless = 'with recursive numbers(n) as (select 1 union all select n + 1 from numbers) select'

forEachDialect('a query of an agent', (open) => {
  let url: string

  before(async () => {
    url = await open.url()
    await using database = createDatabase(url)
    await database.execute({ sql: 'create table numbers (n integer)', parameters: [] })
  })

  it('ends after its time, however long it would take', async () => {
    const counting = queryReadOnly(url, `${endless} count(*) from numbers where n < 0`, 500)

    // Of PostgreSQL's limit and the driver's, whichever comes first on a busy machine.
    await assert.rejects(counting, /longer than 0\.5 s|statement timeout|did not answer in 500 ms/)
  })

  it('writes nothing, also no other file', async () => {
    const copy = join(mkdtempSync(join(tmpdir(), 'tenon-copy-')), 'copy.sqlite')

    for (const statement of [`vacuum into '${copy}'`, `/* select */ attach '${copy}' as copy`]) {
      await assert.rejects(queryReadOnly(url, statement), Error, statement)
    }

    assert.equal(existsSync(copy), false)
    rmSync(dirname(copy), { recursive: true })
  })

  it('reads no more rows than are shown, also after a comment', async () => {
    const { rows, isCut } = await queryReadOnly(
      url,
      `-- All of them\n/* really */ ${endless} n from numbers`,
    )

    assert.deepEqual([rows.length, isCut], [100, true])
  })

  it('reads integers that no number holds, as text', async () => {
    const { rows } = await queryReadOnly(
      url,
      'select 7 as small, 9007199254740993 as large, -9223372036854775808 as smallest, 0.5 as half',
    )

    const [row] = JSON.parse(JSON.stringify(rows, toPlain))
    assert.deepEqual(
      { ...row, half: Number(row.half) },
      { small: 7, large: '9007199254740993', smallest: '-9223372036854775808', half: 0.5 },
    )
  })
})
