import { after, before, describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { isTested } from '../support/for-each-dialect.ts'
import { startPostgres, type PostgresServer } from '../support/postgres-server.ts'
import { until } from '../support/until.ts'
import { ask, isProper, keepAsking, requests, untilBack, type Outcome } from './outcomes.ts'
import { notes, startBinary, startNotes, startServing } from './start-binary.ts'

const skip = !isTested('postgres') && 'TEST_DATABASES leaves postgres out'

describe('an application whose PostgreSQL', { skip }, () => {
  let postgres: PostgresServer
  before(async () => {
    postgres = await startPostgres()
  })
  after(() => postgres[Symbol.asyncDispose]())

  /** What must hold while the database is unavailable: no probe says that this process is to blame. */
  async function assertProbes(port: number): Promise<void> {
    const [live, health, asked, all, ready] = await Promise.all([
      ask(port, 'GET /_app/live'),
      ask(port, 'GET /_app/health'),
      ask(port, 'GET /_app/health?db=true'),
      ask(port, 'GET /_app/health?checks=true'),
      ask(port, 'GET /_app/ready'),
    ])

    assert.deepEqual(
      [live, health, asked, all, ready].map(({ status }) => status),
      [200, 200, 503, 503, 200],
    )
    assert.ok(live.ms < 1000 && ready.ms < 1000, `${live.ms} and ${ready.ms} ms`)
    assert.ok(asked.ms < 2500 && all.ms < 2500, `${asked.ms} and ${all.ms} ms`)
  }

  it('is stopped under load answers 503 immediately, and recovers within 5 s', async () => {
    using app = await startNotes(postgres.url)
    await using load = keepAsking(app.port)
    await untilBack(app.port)

    await postgres.stop()
    await until(() => {
      const outcomes = load.outcomes()
      return outcomes.length > 0 && outcomes.every(({ status }) => status === 503)
    })
    await assertProbes(app.port)
    const away: Outcome[] = []
    await until(() => away.push(...load.outcomes()) > 50)
    await postgres.start()
    const backMs = await untilBack(app.port)

    assert.ok(away.length > 0 && away.every(({ status }) => status === 503))
    assert.deepEqual(
      [...away, ...load.outcomes()].filter((outcome) => !isProper(outcome)),
      [],
    )
    assert.ok(backMs < 5000, `back after ${backMs} ms`)
    assert.equal((await ask(app.port, 'GET /_app/ready')).status, 200)
  })

  it('is stopped writes its error once a minute, and a short line for each request', async () => {
    using app = await startNotes(postgres.url)
    await untilBack(app.port)
    await postgres.stop()
    const before = app.output.stdout.length

    for (let i = 0; i < 10; i++) await ask(app.port, 'GET /notes/1')
    await postgres.start()

    const told = app.output.stdout.slice(before).trim().split('\n')
    const lines = told.map((line) => JSON.parse(line))
    const failed = lines.filter(({ msg }) => msg === 'GET /notes/1 503')
    const explained = lines.filter(({ msg }) => msg === 'The database is unavailable')
    assert.equal(failed.length, 10)
    assert.ok(failed.every(({ reason }) => reason === 'unreachable' || reason === 'lost'))
    assert.ok(explained.length > 0 && explained.length <= 2, 'one for each reason')
    assert.doesNotMatch(explained[0].error.message, /(ECONNREFUSED|terminat).*\1/)
    assert.equal(lines.length, failed.length + explained.length)
  })

  it('is restarted under load answers with 503 or as usual, and nothing else', async () => {
    using app = await startNotes(postgres.url)
    await using load = keepAsking(app.port)
    await untilBack(app.port)

    for (let restarts = 0; restarts < 3; restarts++) {
      await postgres.stop()
      await postgres.start()
      assert.ok((await untilBack(app.port)) < 5000, `restart ${restarts}`)
    }

    const outcomes = load.outcomes()
    assert.ok(outcomes.length > 50)
    assert.deepEqual(
      outcomes.filter((outcome) => !isProper(outcome)),
      [],
    )
  })

  it('is frozen answers 503 within 5 s, never hangs, and recovers within 5 s', async () => {
    using app = await startNotes(postgres.url)
    await untilBack(app.port)

    postgres.freeze()
    const [frozen] = await Promise.all([
      Promise.all([...requests, ...requests].map((request) => ask(app.port, request))),
      assertProbes(app.port),
    ])
    postgres.thaw()
    const backMs = await untilBack(app.port)

    assert.deepEqual(
      frozen.filter((outcome) => !isProper(outcome) || outcome.status !== 503),
      [],
    )
    assert.ok(backMs < 5000, `back after ${backMs} ms`)
  })

  it('is unavailable at the start serves and reports it, and becomes ready once it is available', async () => {
    const migrated = await startBinary(
      { DATABASE_URL: postgres.url },
      { file: notes, argv: ['migrate'] },
    ).ended
    await postgres.stop()
    using app = await startServing({ DATABASE_URL: postgres.url }, { file: notes })

    const outcome = await ask(app.port, 'GET /notes')
    await postgres.start()

    assert.equal(migrated.code, 0)
    assert.deepEqual([outcome.status, isProper(outcome)], [503, true])
    assert.match(app.output.stdout, /Check DATABASE_URL; requests that need it are answered 503/)
    assert.ok((await untilBack(app.port)) < 5000)
    assert.equal((await ask(app.port, 'GET /_app/ready')).status, 200)
  })

  it('is frozen still stops within its limit', async () => {
    using app = await startNotes(postgres.url)
    await untilBack(app.port)
    postgres.freeze()
    const pending = ask(app.port, 'GET /notes')
    await delay(100) // time: the request has come
    const startedAt = performance.now()

    app.child.kill('SIGTERM')
    const { code } = await app.ended
    const stoppedMs = performance.now() - startedAt
    postgres.thaw()

    assert.equal((await pending).status, 503)
    assert.equal(code, 0)
    assert.ok(stoppedMs < 20_000, `${stoppedMs} ms`)
  })
})
