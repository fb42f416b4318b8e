import { strict as assert } from 'node:assert'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { z } from 'zod'
import { job, pauseQueue, PermanentFailure, notify } from '../../src/jobs.ts'
import { startMetrics } from '../../src/observability/metrics/metrics.ts'
import { JobRecords } from '../../src/work/jobs/job-records.ts'
import { StepStore } from '../../src/work/jobs/store/step-store.ts'
import { startBinary, startServing } from '../faults/start-binary.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { JobStage } from './job-stage.ts'

const order = z.object({ order: z.number() })
const noPools = { pools: () => [] }

/** The values of a metric with its labels, as `{queue="mail",state="failed"} 1`. */
function linesOf(name: string, figures: string): readonly string[] {
  const lines = figures.split('\n').filter((line) => line.startsWith(`${name}{`))
  return lines.map((line) => line.slice(name.length)).toSorted()
}

forEachDialect('metrics of jobs', (open) => {
  it('count the jobs of each queue by state, and say how old the oldest waiting one is', async () => {
    using metrics = await startMetrics()
    const stage = await JobStage.on(await open())
    const send = job('send', order).run(() => {})
    const fail = job('fail', order)
      .queue('mail')
      .run(() => {
        throw new PermanentFailure('no')
      })
    const records = new JobRecords(stage.database)
    metrics.observe({ ...noPools, jobs: () => records.countQueues(['default', 'mail']) })
    await stage.in(async () => {
      await fail.dispatch({ order: 1 })
      await stage.worker([fail]).runDue()
      await send.dispatchAll([{ order: 1 }, { order: 2 }])
      await send.at(new Date(Date.now() - 90_000)).dispatch({ order: 3 })
      await send.in('1h').dispatch({ order: 4 })
    })

    const figures = await metrics.render()

    assert.deepEqual(linesOf('tenon_jobs', figures), [
      '{queue="default",state="delayed"} 1',
      '{queue="default",state="failed"} 0',
      '{queue="default",state="running"} 0',
      '{queue="default",state="waiting"} 3',
      '{queue="mail",state="delayed"} 0',
      '{queue="mail",state="failed"} 1',
      '{queue="mail",state="running"} 0',
      '{queue="mail",state="waiting"} 0',
    ])
    const [oldest, none] = linesOf('tenon_jobs_oldest_waiting_seconds', figures)
    assert.match(oldest ?? '', /^\{queue="default"\} (9\d|1\d\d)(\.\d+)?$/)
    assert.equal(none, '{queue="mail"} 0')
  })

  it('say which queues are paused', async () => {
    using metrics = await startMetrics()
    const stage = await JobStage.on(await open())
    const records = new JobRecords(stage.database)
    metrics.observe({ ...noPools, jobs: () => records.countQueues(['default', 'mail']) })
    await stage.in(() => pauseQueue('mail'))

    const figures = await metrics.render()

    assert.deepEqual(linesOf('tenon_jobs_paused', figures), [
      '{queue="default"} 0',
      '{queue="mail"} 1',
    ])
  })

  it('count a delayed job as waiting once its time has come, also without a worker', async () => {
    const stage = await JobStage.on(await open())
    const send = job('send', order).run(() => {})
    await stage.in(() => send.in('1ms').dispatch({ order: 1 }))
    const records = new JobRecords(stage.database)
    const waiting = async () =>
      (await records.countQueues([])).find(({ state }) => state === 'waiting')

    while ((await waiting())?.count !== 1);

    assert.ok(Number((await waiting())?.oldestMs) >= 0)
  })

  it('do not call a job old that was just retried or given its signal', async () => {
    const stage = await JobStage.on(await open())
    const old = new Date(Date.now() - 3_600_000)
    const fail = job('fail', order).run(() => {
      throw new PermanentFailure('no')
    })
    const ship = job('ship', order)
      .queue('shop')
      .run(async (_input, run) => {
        await run.waitFor('paid', { key: 1, timeout: '14d' })
      })
    await stage.in(async () => {
      await fail.at(old).dispatch({ order: 1 })
      await ship.at(old).dispatch({ order: 1 })
    })
    await stage.worker([fail, ship]).runDue()
    const records = new JobRecords(stage.database)

    await records.retry({ name: 'fail' })
    await stage.in(() => notify('paid', 1))
    await new StepStore(stage.database).deliver()

    const waiting = (await records.countQueues([])).filter(({ state }) => state === 'waiting')
    assert.deepEqual(
      waiting.map(({ queue, count, oldestMs }) => [queue, count, oldestMs < 3_000_000]),
      [
        ['default', 1, true],
        ['shop', 1, true],
      ],
    )
  })

  it('are absent while the database does not answer, and the others are not', async () => {
    using metrics = await startMetrics()
    const figures: string[] = []

    for (const jobs of [() => new Promise<never>(() => {}), () => Promise.reject(new Error())]) {
      metrics.observe({ ...noPools, jobs })
      figures.push(await metrics.render())
    }

    assert.deepEqual(
      figures.map((each) => [linesOf('tenon_jobs', each), /nodejs_eventloop_lag/.test(each)]),
      [
        [[], true],
        [[], true],
      ],
    )
  })

  it('are served by the application, and not added up by a supervisor', async () => {
    const file = join(import.meta.dirname, 'app/main.ts')
    const environment = {
      DATABASE_URL: await open.url(),
      OUTPUT_FILE: join(tmpdir(), 'never-written'),
      METRICS_PORT: '0',
      SERVER_WORKERS: '2',
    }
    await startBinary(environment, { file, argv: ['migrate'] }).ended
    using app = await startServing(environment, { file })
    while (!app.output.stdout.includes('2 workers serve')) await once(app.child.stdout, 'data')
    const port = /Metrics are at http:\/\/127\.0\.0\.1:(\d+)/.exec(app.output.stdout)?.[1]

    await fetch(`http://127.0.0.1:${app.port}/notes/hello`, { method: 'POST' })
    const figures = await (await fetch(`http://127.0.0.1:${port}/_app/metrics`)).text()

    assert.match(figures, /^tenon_jobs\{[^}]*queue="default",state="waiting"[^}]*\} 1$/m)
    assert.match(figures, /^tenon_jobs\{[^}]*queue="paper",state="waiting"[^}]*\} 0$/m)
  })
})
