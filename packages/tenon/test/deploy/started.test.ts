import assert from 'node:assert/strict'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { startBinary } from '../faults/start-binary.ts'
import { startMailServer, type TestMailServer } from '../mail/smtp-server.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { until } from '../support/until.ts'
import { readDeployments } from './deployments.ts'
import { runUnit } from './run-unit.ts'
import { readUnit } from './systemd-unit.ts'
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
    const start = (argv: readonly string[], variables: Record<string, string>) =>
      startBinary(variables, { file, argv })
    await using web = runUnit(readUnit('app-web'), environment, start)
    await using work = runUnit(readUnit('app-work'), environment, start)

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
