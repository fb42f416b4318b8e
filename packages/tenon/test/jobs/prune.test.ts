import { strict as assert } from 'node:assert'
import { it } from 'node:test'
import { Sql, sql } from '../../src/data/database/sql.ts'
import { StepStore } from '../../src/work/jobs/store/step-store.ts'
import { WaitingJobs } from '../../src/work/jobs/store/waiting-jobs.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { JobStage } from './job-stage.ts'

const numbers = `with recursive numbers(i) as (
  select 1 union all select i + 1 from numbers where i < 2500)`
const filled = {
  tenon_job_keys: `insert into tenon_job_keys (name, unique_key, taken_until)
    ${numbers} select 'import', cast(i as text), 1 from numbers`,
  tenon_queue_rates: `insert into tenon_queue_rates (queue, empty_at)
    ${numbers} select 'import ' || i, 1 from numbers`,
  tenon_job_signals: `insert into tenon_job_signals (name, signal_key, value, created_at)
    ${numbers} select 'paid', cast(i as text), '{}', 1 from numbers`,
} as const

forEachDialect('old rows of jobs, which may be very many', (open) => {
  for (const [table, fill] of Object.entries(filled)) {
    it(`are deleted a thousand at a time from ${table}, so that nothing else waits for long`, async () => {
      const { database } = await JobStage.on(await open())
      const waiting = new WaitingJobs(database)
      const steps = new StepStore(database)
      await database.script(fill)
      const prune = async () => [await waiting.prune(), await steps.prune()].includes(true)
      const count = async () => {
        const rows = await database.query<{ count: number }>(
          sql`select count(*) as count from ${new Sql([table], [])}`,
        )
        return Number(rows[0]?.count)
      }

      const seen = [
        [await prune(), await count()],
        [await prune(), await count()],
        [await prune(), await count()],
      ]

      assert.deepEqual(seen, [
        [true, 1500],
        [true, 500],
        [false, 0],
      ])
    })
  }
})
