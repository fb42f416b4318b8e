import assert from 'node:assert/strict'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { startBinary } from '../faults/start-binary.ts'
import { startMailServer, type TestMailServer } from '../mail/smtp-server.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { until } from '../support/until.ts'
import { readDeployments } from './deployments.ts'
import { readUnit, type Unit } from './systemd-unit.ts'
import { findPort } from '../support/find-port.ts'

const file = join(import.meta.dirname, 'mailer/main.ts')

describe('what a deployment starts', () => {
  for (const { name, migrate, processes } of readDeployments()) {
    it(`sends mail: ${name}`, async () => {
      using folder = mkdtempDisposableSync(join(tmpdir(), 'tenon-deployed-'))
      await using mails = await startMailServer()
      const url = `sqlite:${join(folder.path, 'app.sqlite')}`
      const { port, ...environment } = await toEnvironment(url, mails)
      const migrated = await startBinary(environment, { file, argv: migrate.argv }).ended
      assert.equal(migrated.code, 0, migrated.stderr)

      const started = processes.map(({ argv }) => startBinary(environment, { file, argv }))
      using _ = { [Symbol.dispose]: () => started.forEach(({ child }) => child.kill('SIGKILL')) }
      await post(port, '/mails/ada')
      await untilReceived(mails, 'ada@example.com')

      for (const { child } of started) child.kill('SIGTERM')
      const codes = await Promise.all(started.map(async ({ ended }) => (await ended).code))
      assert.deepEqual(
        codes,
        processes.map(() => 0),
      )
    })
  }
})

describe('the systemd units', () => {
  it('start whenever the database comes, with one file of variables for both', async () => {
    await using postgres = await startPostgres()
    await using mails = await startMailServer()
    await postgres.stop()
    const { port, ...variables } = await toEnvironment(postgres.url, mails)
    const metricsPort = await findPort()
    const environment = { ...variables, METRICS_PORT: String(metricsPort), SERVER_WORKERS: '2' }
    using web = runUnit(readUnit('app-web'), environment)
    using work = runUnit(readUnit('app-work'), environment)

    await web.hasFailed(2)
    await postgres.start()
    await post(port, '/mails/ada')
    await untilReceived(mails, 'ada@example.com')

    const metrics = await fetch(`http://127.0.0.1:${metricsPort}/_app/metrics`)
    assert.equal(metrics.status, 200)
    assert.equal(work.failures, 0)
  })
})

/** The file of variables that a page tells to write, for this machine. */
async function toEnvironment(databaseUrl: string, mails: TestMailServer) {
  const port = await findPort()
  return {
    port,
    APP_ENV: 'production',
    SERVER_HOST: '127.0.0.1',
    SERVER_PORT: String(port),
    DATABASE_URL: databaseUrl,
    APP_KEY: 'q7J1n0eWmXk4v2sPz9aTgB5cYdRfHhLu',
    APP_URL: 'https://app.example',
    MAIL_URL: `smtp://127.0.0.1:${mails.port}`,
    TRUSTED_PROXIES: '127.0.0.1',
  }
}

/** Runs a unit as systemd does: its steps in order, and from the beginning whenever one fails. */
function runUnit(unit: Unit, { ...environment }: Record<string, string>) {
  assert.equal(unit.startLimitIntervalSec, 0, 'systemd would give up')
  assert.equal(unit.restart, 'always')
  for (const name of unit.unset) delete environment[name]
  const steps = [...unit.startPre, unit.start].map((step) =>
    step.replace('/usr/bin/node main.js', '').split(' ').filter(Boolean),
  )
  const stop = new AbortController()
  const state = { failures: 0, [Symbol.dispose]: () => stop.abort() }
  const run = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      for (const argv of steps) {
        const { child, ended } = startBinary(environment, { file, argv })
        const kill = (): void => void child.kill('SIGTERM')
        stop.signal.addEventListener('abort', kill)
        const { code } = await ended
        stop.signal.removeEventListener('abort', kill)
        if (stop.signal.aborted) return
        if (code === 0) continue
        state.failures += 1
        await delay(unit.restartMs) // time: the unit says how long
        break
      }
    }
  }
  void run()
  return Object.assign(state, {
    async hasFailed(times: number): Promise<void> {
      await until(() => state.failures >= times)
    },
  })
}

/** Asks until the server is there and answers. */
async function post(port: number, path: string): Promise<void> {
  await until(async () => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST' }).catch(
      () => null,
    )
    return answer?.status === 200
  })
}

async function untilReceived({ received }: TestMailServer, recipient: string): Promise<void> {
  await until(() => received.some(({ recipients }) => recipients.includes(recipient)))
}
