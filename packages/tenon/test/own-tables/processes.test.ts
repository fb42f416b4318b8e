import { strict as assert } from 'node:assert'
import { it } from 'node:test'
import { ownTables } from '../../src/application/runtime/databases/own-tables.ts'
import { createDatabase } from '../../src/data/drivers/create-database.ts'
import { sql } from '../../src/data/database/sql.ts'
import { OwnUpgrades } from '../../src/data/migrations/own/own-upgrades.ts'
import { notes, startBinary, startServing } from '../faults/start-binary.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { jobTable } from '../../src/work/jobs/tables/job-table.ts'
import { createFirstTables } from './first-tables.ts'

const version = jobTable.upgrades.length + 1

forEachDialect('a process beside tables of our own', (open) => {
  it('neither serves nor works before they are migrated', async () => {
    const url = await open.url()
    await using database = createDatabase(url)
    await createFirstTables(database)

    const refused = await Promise.all([run(url, 'serve'), run(url, 'work')])
    const migrated = await run(url, 'migrate')

    const sentence = `The table "tenon_jobs" is at version 1, and this version of Tenon needs ${version}. Run the command "migrate"`
    assert.deepEqual(
      refused.map(({ code, output }) => [code, output.includes(sentence)]),
      [
        [1, true],
        [1, true],
      ],
    )
    assert.match(migrated.output, /^Migrated tenon_jobs to version 2 \(\d+ ms\)$/m)
    assert.deepEqual(await new OwnUpgrades(database, ownTables, {}).pending(), [])
  })

  it('serves beside newer ones only if their upgrade lets it', async () => {
    const url = await open.url()
    await using database = createDatabase(url)
    await createFirstTables(database)
    await new OwnUpgrades(database, ownTables, {}).run()
    await database.query(sql`update tenon_tables set version = 9 where name = 'tenon_jobs'`)

    using _served = await startServing({ DATABASE_URL: url }, { file: notes })
    await database.query(sql`update tenon_tables set oldest_code = 9 where name = 'tenon_jobs'`)
    const { code, output } = await run(url, 'serve')

    assert.equal(code, 1)
    assert.ok(output.includes(`"tenon_jobs" is at version 9, `))
    assert.ok(output.includes(` knows ${version}, which cannot work with it`))
  })
})

async function run(url: string, command: string): Promise<{ code: unknown; output: string }> {
  const environment = { DATABASE_URL: url, SERVER_PORT: '0' }
  const { code, stdout, stderr } = await startBinary(environment, { file: notes, argv: [command] })
    .ended
  return { code, output: stdout + stderr }
}
