import { strict as assert } from 'node:assert'
import { it } from 'node:test'
import { z } from 'zod'
import { transaction } from '../../src/database.ts'
import { batch, job, PermanentFailure } from '../../src/jobs.ts'
import { sql } from '../../src/data/database/sql.ts'
import { JobRecords } from '../../src/work/jobs/job-records.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { JobStage } from './job-stage.ts'

forEachDialect('a batch of jobs', (open) => {
  it('reports its progress, and dispatches what follows once all are done', async () => {
    const stage = await JobStage.on(await open())
    const seen: string[] = []
    const row = job('row', z.object({ n: z.number() })).run(({ n }) => seen.push(`row ${n}`))
    const report = job('report', z.object({ file: z.string() })).run(({ file }) => seen.push(file))

    const id = await stage.in(() =>
      batch(
        [1, 2, 3].map((n) => row.with({ n })),
        { then: report.with({ file: 'a.csv' }) },
      ).dispatch(),
    )
    const before = await stage.in(() => batch.progress(id))
    await Promise.all([stage.run(row, report), stage.run(row, report)])
    await stage.run(row, report)
    const after = await stage.in(() => batch.progress(id))

    assert.deepEqual(before, { total: 3, done: 0, failed: 0 })
    assert.deepEqual(after, { total: 3, done: 3, failed: 0 })
    assert.deepEqual(seen.toSorted(), ['a.csv', 'row 1', 'row 2', 'row 3'])
    assert.equal(seen.at(-1), 'a.csv')
  })

  it('has only the jobs that are added: it waits for none whose unique key another one has', async () => {
    const stage = await JobStage.on(await open())
    const row = job('row', z.object({ key: z.string() }))
      .unique(({ key }) => key)
      .run(() => {})
    const calls = (...keys: readonly string[]) => keys.map((key) => row.with({ key }))
    await stage.in(() => row.in('1h').dispatch({ key: 'outside' }))

    const progress = await stage.in(async () => {
      const id = await batch(calls('outside', 'a', 'a', 'b')).dispatch()
      const first = await batch.progress(id)
      await batch.add(id, calls('outside', 'b', 'c'))
      return [first, await batch.progress(id)]
    })

    assert.deepEqual(
      progress.map((each) => each?.total),
      [2, 3],
    )
    assert.equal((await stage.rows()).length, 4)
  })

  it('is forgotten a week after it has ended', async () => {
    const stage = await JobStage.on(await open())
    const row = job('row', z.object({})).run(() => {})
    const runBatch = async (): Promise<number> => {
      const id = await stage.in(() => batch([row.with({})]).dispatch())
      await stage.run(row)
      return id
    }
    const [old, young] = [await runBatch(), await runBatch()]
    const waiting = await stage.in(() => batch([row.in('30d').with({})]).dispatch())
    await stage.database.query(
      sql`update tenon_job_batches set is_ended = is_ended - 8 where id = ${old}`,
    )

    await runBatch()

    const progress = await stage.in(() => Promise.all([old, young, waiting].map(batch.progress)))
    const ended = { total: 1, done: 1, failed: 0 }
    assert.deepEqual(progress, [null, ended, { total: 1, done: 0, failed: 0 }])
  })

  it('is forgotten although a hundred older ones have not ended', async () => {
    const stage = await JobStage.on(await open())
    const row = job('row', z.object({})).run(() => {})
    const runBatch = async (): Promise<number> => {
      const id = await stage.in(() => batch([row.with({})]).dispatch())
      await stage.run(row)
      return id
    }
    await stage.in(async () => {
      for (let i = 0; i < 100; i += 1) await batch([row.in('30d').with({})]).dispatch()
    })
    const old = await runBatch()
    await stage.database.query(sql`update tenon_job_batches set is_ended = 1 where id = ${old}`)

    await runBatch()

    assert.equal(await stage.in(() => batch.progress(old)), null)
  })

  it('dispatches another job once one has failed, and is done after a retry', async () => {
    const stage = await JobStage.on(await open())
    const seen: string[] = []
    let isTorn = true
    const row = job('row', z.object({ n: z.number() })).run(({ n }) => {
      if (n > 1 && isTorn) throw new PermanentFailure('torn')
    })
    const report = job('report', z.object({})).run(() => seen.push('report'))
    const warn = job('warn', z.object({})).run(() => seen.push('warn'))
    const jobs = [row, report, warn]
    const options = { then: report.with({}), catch: warn.with({}) }

    const id = await stage.in(() =>
      batch(
        [1, 2, 3].map((n) => row.with({ n })),
        options,
      ).dispatch(),
    )
    await stage.run(...jobs)
    const between = await stage.in(() => batch.progress(id))
    isTorn = false
    await new JobRecords(stage.database).retry({ name: 'row' })
    await stage.run(...jobs)

    assert.deepEqual(between, { total: 3, done: 1, failed: 2 })
    assert.deepEqual(seen, ['warn', 'report'])
    const lines = stage.log.messages.filter((line) => /batch/i.test(line))
    assert.deepEqual(lines, [
      `warn A job of batch ${id} has failed for good`,
      `info Batch ${id} is done`,
    ])
  })

  it('is dispatched with the transaction, and not with an invalid input', async () => {
    const stage = await JobStage.on(await open())
    const row = job('row', z.object({ n: z.number() })).run(() => {})

    await stage.in(async () => {
      await transaction(async () => {
        await batch([row.with({ n: 1 })]).dispatch()
        throw new Error('no')
      }).catch(() => {})
      const calls = [row.with({ n: 1 }), row.with({ n: 'x' as never })]
      await assert.rejects(batch(calls).dispatch(), { code: 'E_JOB_INPUT' })
    })

    assert.deepEqual(await stage.rows(), [])
    assert.equal(await stage.in(() => batch.progress(1)), null)
  })
})
