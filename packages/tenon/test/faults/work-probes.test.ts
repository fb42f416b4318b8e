import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { join } from 'node:path'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { until } from '../support/until.ts'
import { startBinary } from './start-binary.ts'

const file = join(import.meta.dirname, '../deploy/mailer/main.ts')

const mailing = { MAIL_URL: 'smtp://127.0.0.1:1', APP_URL: 'https://app.example' }

/** Starts a process that works, and waits until it says where its probes are. */
async function startWork(environment: Readonly<Record<string, string>>, argv = ['work']) {
  const started = startBinary({ WORK_PORT: '0', ...mailing, ...environment }, { file, argv })
  while (!/Probes are at/.test(started.output.stdout)) {
    await Promise.race([once(started.child.stdout, 'data'), once(started.child, 'close')])
    if (started.child.exitCode !== null) throw new Error(started.output.stderr)
  }
  const [, origin = ''] = /Probes are at (\S+)\/_app/.exec(started.output.stdout) ?? []
  const ask = async (path: string) => {
    const answer = await fetch(`${origin}/_app/${path}`)
    return { code: answer.status, ...((await answer.json()) as Answer) }
  }
  const untilCode = (path: string, code: number) =>
    until(async () => {
      const answer = await ask(path)
      return answer.code === code && answer
    })
  return {
    ...started,
    ask,
    until: untilCode,
    [Symbol.dispose]: () => void started.child.kill('SIGKILL'),
  }
}

interface Answer {
  readonly status: string
  readonly checks?: Readonly<Record<string, string>>
}

forEachDialect('the probes of a process that works', (open) => {
  it('report migrations that are pending, and then that it is ready', async () => {
    const environment = { DATABASE_URL: await open.url() }
    using work = await startWork(environment)

    const pending = await work.until('health?db=true', 200).then(() => work.ask('ready'))
    await startBinary(environment, { file, argv: ['migrate'] }).ended
    const ready = await work.until('ready', 200)
    const health = await work.ask('health?checks=true')

    assert.deepEqual([pending.code, pending.checks], [503, { migrations: 'failed' }])
    assert.deepEqual(ready.checks, { migrations: 'ok' })
    assert.deepEqual([health.code, health.checks], [200, { database: 'ok', migrations: 'ok' }])
    work.child.kill('SIGTERM')
    assert.equal((await work.ended).code, 0)
  })
})

describe('a process that works, without a database', () => {
  it('is alive and ready, because all others are no better, and reports its state', async () => {
    await using postgres = await startPostgres()
    const environment = { DATABASE_URL: postgres.url }
    await startBinary(environment, { file, argv: ['migrate'] }).ended
    using work = await startWork(environment)
    await work.until('health?checks=true', 200)

    await postgres.stop()
    const [live, ready] = [await work.ask('live'), await work.ask('ready')]
    const health = await work.ask('health?checks=true')
    await postgres.start()

    assert.deepEqual([live.code, ready.code, health.code], [200, 200, 503])
    assert.deepEqual([health.status, health.checks?.['database']], ['error', 'failed'])
    await work.until('health?checks=true', 200)
  })
})

describe('WORK_PORT', () => {
  it('serves metrics too, and leaves METRICS_PORT to a process that serves beside it', async () => {
    const metrics = { METRICS_PORT: '1', METRICS_TOKEN: 'a-long-random-text', SERVER_WORKERS: '2' }
    using work = await startWork({ ...metrics, DATABASE_URL: 'sqlite::memory:' })
    const [, url = ''] = /Metrics are at (\S+metrics)/.exec(work.output.stdout) ?? []

    const headers = { authorization: 'Bearer a-long-random-text' }
    const figures = await (await fetch(url, { headers })).text()

    assert.match(figures, /^tenon_jobs_oldest_waiting_seconds/m)
    assert.doesNotMatch(work.output.stdout, /:1\//)
  })

  it('is not needed: a token for metrics alone does not ask for a port where nobody serves', async () => {
    const environment = {
      METRICS_TOKEN: 'a-long-random-text',
      SERVER_WORKERS: '2',
      ...mailing,
      DATABASE_URL: 'sqlite::memory:',
    }
    const { child, output, ended } = startBinary(environment, { file, argv: ['work'] })
    while (!/Jobs and scheduled tasks run/.test(output.stdout)) {
      await Promise.race([once(child.stdout, 'data'), ended])
      assert.equal(child.exitCode, null, output.stderr)
    }
    child.kill('SIGTERM')

    assert.equal((await ended).code, 0)
  })
})
