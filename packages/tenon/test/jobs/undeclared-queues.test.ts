import { strict as assert } from 'node:assert'
import { it } from 'node:test'
import { z } from 'zod'
import { createWorker } from '../../src/application/runtime/work/create-worker.ts'
import { createLog } from '../../src/base/log/create-log.ts'
import { sql } from '../../src/data/database/sql.ts'
import { routes } from '../../src/index.ts'
import { job, type AnyJob } from '../../src/jobs.ts'
import { Presence } from '../../src/work/jobs/store/presence.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { until } from '../support/until.ts'
import { JobStage } from './job-stage.ts'

const nothing = z.object({})

forEachDialect('a queue that a job is only dispatched into', (open) => {
  it('is worked on by a worker that was not given its queues', async () => {
    const stage = await JobStage.on(await open())
    const seen: string[] = []
    const report = job('report', nothing).run((_input, run) => void seen.push(run.job))
    await stage.in(() => report.queue('bulk').dispatch({}))
    await stage.in(() => report.queue('alpha').in('1h').dispatch({}))
    stage.now = Date.now() + 2 * 3_600_000

    await stage.run(report)

    assert.deepEqual(seen, ['report', 'report'])
  })

  it('is found by a worker that has been there before', async () => {
    const stage = await JobStage.on(await open())
    const seen: string[] = []
    const report = job('report', nothing).run((_input, run) => void seen.push(run.job))
    await using _worker = startWorker(stage, report)
    await stage.in(() => report.dispatch({}))
    await until(() => seen.length === 1)
    await stage.in(() => report.queue('bulk').dispatch({}))

    await until(() => seen.length === 2)
  })

  it('is left alone by a worker that was given others, or has no code for its jobs', async () => {
    const stage = await JobStage.on(await open())
    const report = job('report', nothing).run(() => {})
    const other = job('other', nothing).run(() => {})
    await stage.in(() => report.queue('bulk').dispatch({}))

    await stage.worker([report, other], { queues: ['default'] }).runDue()
    await stage.worker([other]).runDue()

    assert.equal((await stage.rows()).length, 1)
  })

  it('runs its crashed jobs, too', async () => {
    const stage = await JobStage.on(await open())
    let ran = 0
    const report = job('report', nothing).run(() => void ran++)
    await stage.in(() => report.queue('bulk').dispatch({}))
    await stage.database.query(sql`update tenon_jobs set state = 'crashed'`)

    await stage.run(report)

    assert.equal(ran, 1)
  })

  it('is unattended, for doctor and the log, if no worker takes it', async () => {
    const stage = await JobStage.on(await open())
    const report = job('report', nothing).run(() => {})
    await stage.in(() => report.queue('bulk').dispatch({}))
    await stage.in(() => report.queue('later').in('1s').dispatch({}))
    await stage.database.query(sql`update tenon_jobs set run_at = run_at - 120000`)
    const presence = new Presence(stage.database)

    const before = await presence.findUnattended(['default'])
    await presence.report('a worker', ['default', 'bulk'])
    const after = await presence.findUnattended(['default'])

    assert.deepEqual(
      [before, after].map((found) => found.map(({ queue }) => queue)),
      [['bulk', 'later'], ['later']],
    )
  })

  it('may be given to a worker if the application names it', async () => {
    const stage = await JobStage.on(await open())
    const { database } = stage
    const log = createLog({ level: 'error', format: 'json', destination: process.stderr })
    const jobs = [job('report', nothing).run(() => {})]
    const application = { root: '', routes: routes([]), jobs, queues: { bulk: { weight: 2 } } }

    await createWorker({ application, log }, { database, queues: ['bulk'] })

    await assert.rejects(createWorker({ application, log }, { database, queues: ['bluk'] }), {
      code: 'E_JOB_QUEUE',
      message:
        'No job uses the queue "bluk". The queues are: default, bulk. If jobs are only dispatched into it, name it: application({ queues: { \'bluk\': {} } }).',
    })
  })
})

/** A worker that looks for other queues three times a second. */
function startWorker(stage: JobStage, only: AnyJob): AsyncDisposable {
  const stop = new AbortController()
  const working = stage.worker([only], { lease: '1s' }).work(stop.signal)
  return {
    async [Symbol.asyncDispose]() {
      stop.abort()
      await working
    },
  }
}
