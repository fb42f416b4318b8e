import { strict as assert } from 'node:assert'
import { it } from 'node:test'
import type { Database } from '../../src/data/database/database.ts'
import type { DatabaseValue } from '../../src/data/database/statement.ts'
import { jobStatements, type JobStatements } from '../../src/work/jobs/store/job-statements.ts'
import { BEGINNING } from '../../src/work/jobs/store/job-store.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { JobStage } from './job-stage.ts'

/** What dispatching and working ask for, with values for their parameters. */
const asked: Partial<Record<keyof JobStatements, readonly DatabaseValue[]>> = {
  findUnique: ['job1', '["u3"]'],
  findQueues: ['["job1"]'],
  anyReady: ['default', '["job1"]'],
  claim: ['me', 'default', '["job1"]', 10, null, 30_000, BEGINNING],
  anyCrashed: [],
  claimCrashed: ['me', '["default"]', '["job1"]', null, 30_000],
  complete: ['me', '[{"id":5,"attempt":1}]'],
  completeFresh: ['me', '[{"id":5,"attempt":1}]'],
  renew: ['me', '[{"id":5,"attempt":1}]', null, 30_000],
  release: ['me', '[]', null],
  next: [null],
  promote: [null],
  anyBehind: [],
  lanes: [null],
  advance: ['[{"lane":"job1 a"}]', null],
  leases: [null, 15_000, 60_000],
  expire: [null, '[{"id":5,"attempt":1}]', 60_000],
}

forEachDialect('the table of jobs', (open) => {
  it('has an index for whatever dispatching and working ask of it', async () => {
    const { database } = await JobStage.on(await open())

    const plans = await database.transaction(async () => {
      // A small table is read faster without them.
      if (database.dialect === 'postgres') await database.script('set local enable_seqscan = off')
      return Promise.all(
        Object.keys(asked).map(async (name) => `${name}: ${await explain(database, name)}`),
      )
    })

    assert.deepEqual(
      plans.filter((plan) => /Seq Scan on tenon_jobs|SCAN (?:tenon_jobs|active)/.test(plan)),
      [],
    )
  })
})

forEachDialect('a statement that is planned for each run', (open) => {
  it('is not prepared, so PostgreSQL keeps no plan of it', async () => {
    const { database } = await JobStage.on(await open())
    const prepared = `select statement from pg_prepared_statements where statement like '%tenon_jobs%'`

    const kept = await database.transaction(async () => {
      for (const name of ['completeFresh', 'claim'] as const) await run(database, name)
      if (database.dialect !== 'postgres') return undefined
      return (await database.run({ sql: prepared, access: 'read' }, [])).rows.map(String)
    })

    if (kept === undefined) return // SQLite has no plans that depend on the size of a table.
    assert.ok(kept.some((sql) => sql.includes("state = 'running'")))
    assert.ok(!kept.some((sql) => sql.startsWith('delete from tenon_jobs')))
  })
})

async function run(database: Database, name: keyof JobStatements): Promise<void> {
  const statement = jobStatements[database.dialect][name]
  await database.run(statement.statement, statement.bind(asked[name] ?? []))
}

async function explain(database: Database, name: string): Promise<string> {
  // Sound: the names are those of `asked`.
  const key = name as keyof JobStatements
  const statement = jobStatements[database.dialect][key]
  const explained = database.dialect === 'postgres' ? 'explain' : 'explain query plan'
  const sql = `${explained} ${statement.statement.sql}`
  const { rows } = await database.run({ sql, access: 'read' }, statement.bind(asked[key] ?? []))
  return rows.map((row) => row.join(' ')).join('\n')
}
