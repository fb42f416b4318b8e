import { strict as assert } from 'node:assert'
import { it } from 'node:test'
import { z } from 'zod'
import { checkQueues } from '../../src/application/doctor/check-queues.ts'
import { watchQueues } from '../../src/application/runtime/work/watch-queues.ts'
import { createLog } from '../../src/base/log/create-log.ts'
import { job, pauseQueue, type AnyJob } from '../../src/jobs.ts'
import { sql } from '../../src/data/database/sql.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { until } from '../support/until.ts'
import { JobStage } from './job-stage.ts'

const nothing = z.object({})
const send = job('send', nothing)
  .queue('mail')
  .run(() => {})

const slowly = new Map([['mail', { limit: 1, perMs: 3_600_000 }]])

forEachDialect('jobs that wait for a worker', (open) => {
  it('are an error of doctor after a minute, which names the queue and the command', async () => {
    const stage = await JobStage.on(await open())
    await stage.in(() => send.dispatchAll([{}, {}]))

    const atOnce = await check(stage)
    await passMinutes(stage, 2)
    const later = await check(stage)

    assert.deepEqual(atOnce, [])
    assert.equal(later.length, 1)
    assert.match(later[0] ?? '', /^error 2 jobs wait in the queue "mail", the oldest for 12\d s, /)
    assert.match(later[0] ?? '', /Run the command "work"/)
  })

  it('are also those of a worker that has died, and those in lanes', async () => {
    const stage = await JobStage.on(await open())
    const lane = job('lane', nothing)
      .oneAtATime(() => 'all')
      .run(() => {})
    await stage.in(() => lane.dispatch({}))
    await stage.database.query(sql`
      insert into tenon_jobs (name, queue, priority, input, state, run_at, attempts, worker,
        lease_until, created_at)
      values ('endless', 'dead', 0, '{}', 'running', 1, 1, 'host:1:gone', 1, 1)`)

    await passMinutes(stage, 2)

    assert.deepEqual(
      (await check(stage, ['default', 'dead'])).map((each) => /queue "(\w+)"/.exec(each)?.[1]),
      ['dead', 'default'],
    )
  })

  it('are nothing to report while a worker of their queue is there, busy or not', async () => {
    const stage = await JobStage.on(await open())
    await stage.in(() => send.dispatchAll([{}, {}]))
    await passMinutes(stage, 2)
    await using _worker = startWorker(stage, send, slowly)
    await until(async () => (await stage.rows()).length === 1)

    assert.deepEqual(await check(stage), [])
  })

  it('are reported although another queue has a worker', async () => {
    const stage = await JobStage.on(await open())
    const other = job('other', nothing)
      .queue('other')
      .run(() => {})
    await stage.in(() => Promise.all([send.dispatch({}), other.dispatch({})]))
    await passMinutes(stage, 2)
    await using _worker = startWorker(stage, other)
    await until(async () => (await stage.rows()).length === 1)

    assert.equal((await check(stage, ['mail', 'other'])).length, 1)
  })

  it('are nothing to report if they are delayed, run, have failed, or are behind one that runs', async () => {
    const stage = await JobStage.on(await open())
    const states = [
      ['delayed', null, 4e12, null],
      ['failed', null, 1, null],
      ['running', 'a', 1, 4e12],
      ['behind', 'a', 1, null],
    ] as const
    for (const [state, lane, runAt, lease] of states) {
      await stage.database.query(sql`
        insert into tenon_jobs (name, queue, priority, input, state, lane, run_at, attempts,
          lease_until, created_at)
        values ('send', 'mail', 0, '{}', ${state}, ${lane}, ${runAt}, 1, ${lease}, 1)`)
    }

    assert.deepEqual(await check(stage), [])
  })

  it('are nothing to report where the tables of jobs are missing', async () => {
    const database = await open()

    assert.deepEqual(await checkQueues(database, ['mail']), [])
  })

  it('are named with a queue that is paused', async () => {
    const stage = await JobStage.on(await open())
    await stage.in(() => pauseQueue('mail'))

    const [line, ...others] = await check(stage)

    assert.match(
      line ?? '',
      /^warning The queue "mail" is paused since .* UTC\. Run "jobs:resume mail"/,
    )
    assert.deepEqual(others, [])
  })

  it('are a warning in the log of a process that serves', async () => {
    const stage = await JobStage.on(await open())
    await stage.in(() => send.dispatch({}))
    await passMinutes(stage, 2)
    const lines: string[] = []
    const log = createLog({
      level: 'warn',
      format: 'json',
      destination: { write: (line) => lines.push(line) },
    })

    using _watch = watchQueues({
      application: { jobs: [send] },
      database: stage.database,
      log,
      intervalMs: 10,
    })
    await until(async () => lines.length > 0)

    assert.match(lines[0] ?? '', /1 job waits in the queue \\"mail\\".*Run the command \\"work\\"/)
  })
})

async function check(stage: JobStage, queues = ['mail']): Promise<readonly string[]> {
  const findings = await checkQueues(stage.database, queues)
  return findings.map(({ level, problem, remedy }) => `${level} ${problem}. ${remedy}`)
}

/** Makes everything in the queue older. */
async function passMinutes({ database }: JobStage, minutes: number): Promise<void> {
  await database.query(sql`update tenon_jobs set run_at = run_at - ${minutes * 60_000}`)
}

function startWorker(stage: JobStage, only: AnyJob, rates = new Map()): AsyncDisposable {
  const stop = new AbortController()
  const working = stage.worker([only], { rates }).work(stop.signal)
  return {
    async [Symbol.asyncDispose]() {
      stop.abort()
      await working
    },
  }
}
